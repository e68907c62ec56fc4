/** Thousands of lines as pixels: much faster than a canvas strokes them. Nothing here knows the page. */

/** A colour as a canvas keeps it: 0xaabbggrr. */
export function packed(hex: string): number {
  const value = parseInt(hex.slice(1), 16);
  return (0xff000000 | (value & 0xff) << 16 | (value & 0xff00) | value >> 16) >>> 0;
}

/** Draws one line, without its part outside. */
export function line(
  pixels: Uint32Array, width: number, height: number, x1: number, y1: number, x2: number, y2: number, colour: number, thick: boolean,
): void {
  const dx = x2 - x1, dy = y2 - y1;
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
  const sx = dx / steps, sy = dy / steps;
  let from = 0, to = steps;
  // The steps at which a coordinate is inside.
  const clip = (start: number, step: number, limit: number): void => {
    if (step === 0) {
      if (start < 0 || start >= limit) to = -1;
      return;
    }
    const a = -start / step, b = (limit - 1e-3 - start) / step;
    from = Math.max(from, Math.ceil(Math.min(a, b)));
    to = Math.min(to, Math.floor(Math.max(a, b)));
  };
  clip(x1, sx, width);
  clip(y1, sy, height);
  const steep = Math.abs(dy) >= Math.abs(dx);
  for (let i = from; i <= to; i++) {
    const x = (x1 + i * sx) | 0, y = (y1 + i * sy) | 0;
    const at = y * width + x;
    pixels[at] = colour;
    if (thick) {
      if (steep) {
        if (x + 1 < width) pixels[at + 1] = colour;
      } else if (y + 1 < height) {
        pixels[at + width] = colour;
      }
    }
  }
}

/**
 * Draws all lines of a frame, little first, so that what is large lies on top.
 *
 * @param shades of each line, 0 for nothing
 * @param colours by shade
 */
export function lines(
  pixels: Uint32Array, width: number, height: number, points: Float32Array, shades: Uint8Array, colours: readonly number[], thick: boolean,
): void {
  const counts = new Uint32Array(257);
  for (const shade of shades) counts[shade + 1]++;
  for (let i = 1; i < 257; i++) counts[i] += counts[i - 1];
  const order = new Uint32Array(shades.length);
  for (let i = 0; i < shades.length; i++) order[counts[shades[i]]++] = i;
  for (const i of order) {
    const shade = shades[i];
    if (shade === 0 || shade >= colours.length) continue;
    line(pixels, width, height, points[4 * i], points[4 * i + 1], points[4 * i + 2], points[4 * i + 3], colours[shade], thick);
  }
}

/** The shades of lines that come in pairs, where one of each is drawn: the first, with the larger of the two. */
export function together(shades: Uint8Array): Uint8Array {
  const made = new Uint8Array(shades.length);
  for (let i = 0; i + 1 < shades.length; i += 2) {
    const one = shades[i] === 255 ? 0 : shades[i], other = shades[i + 1] === 255 ? 0 : shades[i + 1];
    made[i] = Math.max(one, other);
  }
  return made;
}
