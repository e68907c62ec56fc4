package io.smartt.study.plot;

/** The scale by which values of an axis become places on it. */
public enum Axis {
  /** Equal distances are equal differences. */
  LINEAR,

  /** Equal distances are equal ratios; ticks at multiples of powers of ten. */
  LOGARITHMIC,

  /** Equal distances are equal ratios; ticks at powers of two, for sizes. */
  POWERS_OF_TWO
}
