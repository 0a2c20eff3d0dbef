// The only light on the board: rings and lamps painted from the bytes on the LED wire, nothing else.

import { flatGlow, outline } from "./brush.js";
import { css, lamp, mix, pixelHex } from "./colour.js";

const WHITE = [255, 255, 255];

/** The glass ring round a hole, dark or lit. */
export function paintRing(ctx, camera, shape, site, pixels) {
  const radius = shape.ball * 1.19;
  const at = camera.see(site.x, site.y, site.z);
  const width = Math.max(1.6, 0.068 * shape.pitch * at.size);
  outline(ctx, camera, site.x, site.y, site.z, radius, "rgba(5,9,10,0.55)", width + 1.6);
  outline(ctx, camera, site.x, site.y, site.z, radius, "rgba(205,232,228,0.17)", width);
  const light = lamp(pixelHex(pixels, site.pixel));
  if (!light) return;
  const { hue } = light;
  const strength = light.strength ** 1.3; // a picture on a screen has less range than a lamp in a dark room
  const flat = Math.sin((camera.rise * Math.PI) / 180);
  flatGlow(ctx, at, radius * 2 * at.size, flat, [
    [0, css(hue, 0.30 * strength)],
    [0.5, css(hue, 0.26 * strength)],
    [1, css(hue, 0)],
  ], "lighter");
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  outline(ctx, camera, site.x, site.y, site.z, radius, css(hue, 0.16 * strength), width * 3.4);
  outline(ctx, camera, site.x, site.y, site.z, radius, css(hue, 0.30 * strength), width * 1.9);
  ctx.restore();
  outline(ctx, camera, site.x, site.y, site.z, radius, css(hue, 0.06 + 0.94 * strength), width);
  outline(ctx, camera, site.x, site.y, site.z, radius, css(mix(hue, WHITE, 0.65), strength ** 1.5), width * 0.36);
}

/** The haze that a bright ring leaves in the eye, painted over the balls. */
export function paintBloom(ctx, camera, shape, site, pixels) {
  const light = lamp(pixelHex(pixels, site.pixel));
  if (!light) return;
  const at = camera.see(site.x, site.y, site.z);
  const share = light.strength ** 1.5;
  flatGlow(ctx, at, shape.ball * 3 * at.size, 0.62, [
    [0, css(light.hue, 0.17 * share)],
    [0.4, css(light.hue, 0.10 * share)],
    [1, css(light.hue, 0)],
  ], "lighter");
}

/** Places of the seats' lamps along the near edge of the base, first seat leftmost. */
export function seatPlaces(shape, count) {
  const step = Math.min(30, 120 / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, i) => {
    const angle = ((90 + ((count - 1) / 2 - i) * step) * Math.PI) / 180;
    const radius = shape.carrier * 1.045;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius, (shape.base + shape.bottom) / 2];
  });
}

export function paintSeats(ctx, camera, shape, view, pixels) {
  const places = seatPlaces(shape, view.board.seats.length);
  view.board.seats.forEach((seat, i) => {
    const at = camera.see(...places[i]);
    const radius = 0.085 * shape.pitch * at.size;
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius * 1.35, 0, 2 * Math.PI);
    ctx.fillStyle = "#8f6d33";
    ctx.fill();
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = "#15100c";
    ctx.fill();
    const light = lamp(pixelHex(pixels, seat.pixel));
    if (!light) return;
    flatGlow(ctx, at, radius * 5.5, 1, [
      [0, css(light.hue, 0.5 * light.strength)],
      [0.3, css(light.hue, 0.22 * light.strength)],
      [1, css(light.hue, 0)],
    ], "lighter");
    flatGlow(ctx, at, radius, 1, [
      [0, css(mix(light.hue, WHITE, 0.75), light.strength)],
      [1, css(light.hue, light.strength)],
    ]);
  });
}
