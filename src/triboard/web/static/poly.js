// Polygons lying in the room: lists of [x, y] in millimetres.

export function ngon(x, y, radius, corners, turn = 0) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

export function middleOf(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

/** The polygon with every corner moved towards its middle. */
export function shrunk(points, share) {
  const [x, y] = middleOf(points);
  return points.map((point) => [x + (point[0] - x) * share, y + (point[1] - y) * share]);
}

/** The polygon with its corners cut round, `radius` mm from each corner on. */
export function rounded(points, radius) {
  const found = [];
  points.forEach((corner, i) => {
    const before = points.at(i - 1);
    const after = points[(i + 1) % points.length];
    const from = towards(corner, before, radius);
    const to = towards(corner, after, radius);
    for (const t of [0, 0.25, 0.5, 0.75, 1]) {
      found.push([0, 1].map((k) => (1 - t) ** 2 * from[k] + 2 * t * (1 - t) * corner[k] + t ** 2 * to[k]));
    }
  });
  return found;
}

function towards(from, to, length) {
  const whole = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.min(0.5, length / whole);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The smallest convex polygon round these points (monotone chain). */
export function hull(points) {
  const sorted = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const side = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 1e-9) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...side(sorted), ...side([...sorted].reverse())];
}

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The outline of a board: everything within `margin` mm of a site, with straight sides between. */
export function around(sites, margin, corners = 24, turned = 0) {
  return hull(sites.flatMap(({ x, y }) => ngon(x, y, margin, corners, turned)));
}

/** Adds the polygon at height z to the path. */
export function trace(ctx, camera, points, z) {
  points.forEach(([x, y], i) => {
    const at = camera.see(x, y, z);
    if (i === 0) ctx.moveTo(at.x, at.y);
    else ctx.lineTo(at.x, at.y);
  });
  ctx.closePath();
}

export function fillPolygon(ctx, camera, points, z, fill) {
  ctx.beginPath();
  trace(ctx, camera, points, z);
  ctx.fillStyle = fill;
  ctx.fill();
}

export function strokePolygon(ctx, camera, points, z, stroke, width) {
  ctx.beginPath();
  trace(ctx, camera, points, z);
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** Whether a point lies inside the polygon. */
export function inside([x, y], points) {
  let within = false;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points.at(i - 1);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

/** Signed area of a polygon on the stage: its sign tells which side of a face the eye sees. */
export function area(seen) {
  return seen.reduce((sum, { x, y }, i) => {
    const before = seen.at(i - 1);
    return sum + before.x * y - x * before.y;
  }, 0) / 2;
}
