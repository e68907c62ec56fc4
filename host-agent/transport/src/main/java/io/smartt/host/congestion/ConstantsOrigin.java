package io.smartt.host.congestion;

import java.util.Locale;

/** The document or program that the constants and formulas of a congestion control are from. */
public enum ConstantsOrigin {
  /** The paper. */
  PAPER,

  /** The Ultra Ethernet reference simulator (uet-htsim, revision 40ccb05). */
  NSCC,

  /** The Ultra Ethernet specification. */
  UE;

  /** The word for it in settings and messages. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
