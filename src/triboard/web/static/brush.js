// Strokes shared by everything that is painted: circles lying in the room, walls, spheres.

const TURN = 2 * Math.PI;

/** Adds a circle that lies flat in the room to the path; `back` draws it the other way round (a hole). */
export function circle(ctx, camera, x, y, z, radius, { steps = 48, back = false } = {}) {
  for (let step = 0; step <= steps; step += 1) {
    const angle = ((back ? steps - step : step) * TURN) / steps;
    const at = camera.see(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z);
    if (step === 0) ctx.moveTo(at.x, at.y);
    else ctx.lineTo(at.x, at.y);
  }
  ctx.closePath();
}

export function disc(ctx, camera, z, radius, fill) {
  ctx.beginPath();
  circle(ctx, camera, 0, 0, z, radius, { steps: 72 });
  ctx.fillStyle = fill;
  ctx.fill();
}

export function band(ctx, camera, z, outer, inner, fill) {
  ctx.beginPath();
  circle(ctx, camera, 0, 0, z, outer, { steps: 72 });
  circle(ctx, camera, 0, 0, z, inner, { steps: 72, back: true });
  ctx.fillStyle = fill;
  ctx.fill();
}

/** The visible half of an upright cylinder round the tower's axis. */
export function wall(ctx, camera, upper, lower, radius, fill) {
  ctx.beginPath();
  for (let step = 0; step <= 36; step += 1) {
    const at = arc(camera, (step * Math.PI) / 36, radius, upper);
    if (step === 0) ctx.moveTo(at.x, at.y);
    else ctx.lineTo(at.x, at.y);
  }
  for (let step = 36; step >= 0; step -= 1) {
    const at = arc(camera, (step * Math.PI) / 36, radius, lower);
    ctx.lineTo(at.x, at.y);
  }
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
}

const arc = (camera, angle, radius, z) => camera.seeTurned(radius * Math.cos(angle), radius * Math.sin(angle), z);

export function outline(ctx, camera, x, y, z, radius, stroke, width, steps = 48) {
  ctx.beginPath();
  circle(ctx, camera, x, y, z, radius, { steps });
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A gradient from the left edge to the right edge of a circle round the axis. */
export function sideways(ctx, camera, z, radius, stops) {
  const left = camera.seeTurned(-radius, 0, z);
  const right = camera.seeTurned(radius, 0, z);
  const gradient = ctx.createLinearGradient(left.x, 0, right.x, 0);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

/** A gradient from the middle outwards, flattened as the eye sees the plane; fills what the path encloses. */
export function flatGlow(ctx, at, radius, flat, stops, composite = "source-over") {
  ctx.save();
  ctx.globalCompositeOperation = composite;
  ctx.translate(at.x, at.y);
  ctx.scale(1, flat);
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, radius);
  for (const [place, colour] of stops) gradient.addColorStop(place, colour);
  ctx.fillStyle = gradient;
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, TURN);
  ctx.fill();
  ctx.restore();
}

/** A rod between two points of the room, round and shiny. */
export function rod(ctx, from, to, width, dark, bright) {
  const gradient = ctx.createLinearGradient(from.x - width, 0, from.x + width, 0);
  gradient.addColorStop(0, dark);
  gradient.addColorStop(0.38, bright);
  gradient.addColorStop(0.62, bright);
  gradient.addColorStop(1, dark);
  ctx.strokeStyle = gradient;
  ctx.lineWidth = width;
  ctx.lineCap = "butt";
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}
