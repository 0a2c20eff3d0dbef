// Colours: hex texts to numbers and back, and how an LED's duty looks on a screen.

export function rgb(hex) {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function css([red, green, blue], alpha = 1) {
  return `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`;
}

export function mix(one, other, share) {
  return one.map((channel, i) => channel + (other[i] - channel) * share);
}

/** Whether dark ink reads better than light ink on this colour. */
export function isLight([red, green, blue]) {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}

/** The colour of pixel `index` in a light message, as sent: `#rrggbb`. */
export function pixelHex(pixels, index) {
  const digits = index === undefined || index === null ? "" : pixels.slice(index * 6, index * 6 + 6);
  return digits.length === 6 ? `#${digits}` : "#000000";
}

/**
 * How an LED of this duty looks: hue at full strength, and strength 0 to 1.
 * Duty is proportional to light; screens and eyes are not, hence the exponent (sRGB is close to 2.2).
 */
export function lamp(hex) {
  const duty = rgb(hex);
  const most = Math.max(...duty);
  if (most === 0) return null;
  return {
    hue: duty.map((channel) => 255 * (channel / most) ** (1 / 2.2)),
    strength: (most / 255) ** (1 / 2.2),
  };
}

const BODIES = { white: "#eef2ee", black: "#2b2d33", red: "#cf2f2b", blue: "#2f6fe0", green: "#1f9a57" };

/** The colour of a ball itself; `colour` is that of its light, which is another one for black. */
export function bodyOf(kind) {
  return kind.ball || BODIES[kind.piece] || kind.colour;
}

/** One letter a piece, different for each: colour is never the only sign. The same in all languages, as in moves. */
export function letters(pieces) {
  const taken = new Set();
  const found = {};
  const customary = { black: "K" }; // printers' letter; B is blue
  for (const piece of pieces) {
    const wishes = [piece.letter, customary[piece.piece], ...piece.piece, ..."123456789"];
    const letter = wishes
      .filter(Boolean)
      .map((wish) => wish.toUpperCase())
      .find((wish) => !taken.has(wish));
    taken.add(letter);
    found[piece.piece] = letter;
  }
  return found;
}
