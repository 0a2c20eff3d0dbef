// The eye: turns millimetres of the room into pixels of the stage, in true perspective.
// The room: x to the right, y towards the near side, z up, as in the board's own description.

const HOME = { yaw: -10, rise: 32 }; // degrees: turned round the tower, looking down
const RISE = [16, 62];
const YAW = 60;
const FAR = 8.5; // distance of the eye, in radii of a shelf

const rad = (degrees) => (degrees * Math.PI) / 180;

export class Camera {
  constructor() {
    this.home();
    this.scale = 1;
    this.centre = { x: 0, y: 0 };
    this.middle = 0;
    this.distance = 1000;
  }

  home() {
    this.yaw = HOME.yaw;
    this.rise = HOME.rise;
  }

  turn(yaw, rise) {
    this.yaw = Math.max(-YAW, Math.min(YAW, this.yaw + yaw));
    this.rise = Math.max(RISE[0], Math.min(RISE[1], this.rise + rise));
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

  /** The angle (radians, clockwise seen from above) at which a stage point lies on the plane of height z. */
  angleOn(x, y, z) {
    const hub = this.see(0, 0, z);
    const across = x - hub.x;
    const along = (y - hub.y) / Math.sin(rad(this.rise));
    return Math.atan2(along, across) - rad(this.yaw);
  }

  /** Chooses scale and centre so that a tower of this shape fills a stage of width x height pixels. */
  fit(shape, width, height, margin) {
    this.distance = shape.reach * FAR;
    this.middle = (shape.top + shape.bottom) / 2;
    this.scale = 1;
    this.centre = { x: 0, y: 0 };
    let left = 0;
    let right = 0;
    let top = 0;
    let bottom = 0;
    for (const z of [shape.bottom, shape.top]) {
      for (let step = 0; step < 24; step += 1) {
        const angle = (step * Math.PI) / 12;
        const seen = this.seeTurned(shape.reach * Math.cos(angle), shape.reach * Math.sin(angle), z);
        left = Math.min(left, seen.x);
        right = Math.max(right, seen.x);
        top = Math.min(top, seen.y);
        bottom = Math.max(bottom, seen.y);
      }
    }
    const room = { x: width - 2 * margin.side, y: height - margin.top - margin.bottom };
    this.scale = Math.min(room.x / (right - left), room.y / (bottom - top));
    this.centre = {
      x: width / 2,
      y: margin.top + room.y / 2 - ((top + bottom) / 2) * this.scale,
    };
  }
}
