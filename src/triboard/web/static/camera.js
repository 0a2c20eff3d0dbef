// The eye: turns millimetres of the room into pixels of the stage, in true perspective.
// The room: x to the right, y towards the near side, z up, as in the board's own description.

const YAW = 60;
const FAR = 8.5; // distance of the eye, in radii of the board

const rad = (degrees) => (degrees * Math.PI) / 180;
const within = (low, value, high) => Math.max(low, Math.min(high, value));

export class Camera {
  /** `eye`: where it rests and how low and high it may rise, in degrees: {yaw, rise, steep, low, high}. */
  constructor(eye) {
    this.eye = eye;
    this.home();
    this.scale = 1;
    this.centre = { x: 0, y: 0 };
    this.middle = 0;
    this.distance = 1000;
  }

  /** The eye's resting place; `narrow` stages are seen from higher up, so that the board fills them. */
  home(narrow = false) {
    this.yaw = this.eye.yaw;
    this.rise = narrow ? this.eye.steep : this.eye.rise;
    this.resting = true;
  }

  turn(yaw, rise) {
    this.resting = false;
    this.yaw = within(-YAW, this.yaw + yaw, YAW);
    this.rise = within(this.eye.low, this.rise + rise, this.eye.high);
  }

  /** Position on the stage of a point; `size` is pixels a millimetre there, `near` grows towards the eye. */
  see(x, y, z) {
    const yaw = rad(this.yaw);
    return this.seeTurned(x * Math.cos(yaw) - y * Math.sin(yaw), x * Math.sin(yaw) + y * Math.cos(yaw), z);
  }

  /** The same for a point given in the eye's own left-right and far-near. */
  seeTurned(x, y, z) {
    const rise = rad(this.rise);
    const up = z - this.middle;
    const near = y * Math.cos(rise) + up * Math.sin(rise);
    const size = (this.scale * this.distance) / (this.distance - near);
    return {
      x: this.centre.x + x * size,
      y: this.centre.y + (y * Math.sin(rise) - up * Math.cos(rise)) * size,
      size,
      near,
    };
  }

  /** How much a circle lying in the room is flattened. */
  get flat() {
    return Math.sin(rad(this.rise));
  }

  /** The angle (radians, clockwise seen from above) at which a stage point lies on the plane of height z. */
  angleOn(x, y, z) {
    const hub = this.see(0, 0, z);
    const across = x - hub.x;
    const along = (y - hub.y) / this.flat;
    return Math.atan2(along, across) - rad(this.yaw);
  }

  /** The point [x, y] of the room at height z that is seen at a stage point: the inverse of `see`. */
  onPlane(x, y, z) {
    const rise = rad(this.rise);
    const up = z - this.middle;
    const slope = (y - this.centre.y) / (this.scale * this.distance);
    const along = (slope * (this.distance - up * Math.sin(rise)) + up * Math.cos(rise)) / (Math.sin(rise) + slope * Math.cos(rise));
    const near = along * Math.cos(rise) + up * Math.sin(rise);
    const across = ((x - this.centre.x) * (this.distance - near)) / (this.scale * this.distance);
    const yaw = rad(this.yaw);
    return [across * Math.cos(yaw) + along * Math.sin(yaw), along * Math.cos(yaw) - across * Math.sin(yaw)];
  }

  /**
   * Chooses scale and centre so that these points of the room fill a stage of width x height pixels.
   * `reach` (mm) tells how far the eye stands off; the middle of the heights lies in the picture's middle.
   */
  fit(points, reach, width, height, margin) {
    const heights = points.map(([, , z]) => z);
    this.distance = reach * FAR;
    this.middle = (Math.min(...heights) + Math.max(...heights)) / 2;
    this.scale = 1;
    this.centre = { x: 0, y: 0 };
    const seen = points.map((point) => this.see(...point));
    const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))];
    const room = { x: width - 2 * margin.side, y: height - margin.top - margin.bottom };
    this.scale = Math.max(0.01, Math.min(room.x / (right - left), room.y / (bottom - top)));
    this.centre = {
      x: width / 2 - ((left + right) / 2) * this.scale,
      y: margin.top + room.y / 2 - ((top + bottom) / 2) * this.scale,
    };
  }
}
