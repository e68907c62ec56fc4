package io.smartt.emulation.experiment;

/** How a real switch is reached. */
public enum ConnectionKind implements Choice {
  /** As suits its target and what files there are. */
  AUTO("auto"),

  /** Over TLS. */
  TLS("tls"),

  /** Without. */
  PLAIN("plain");

  private final String spelling;

  ConnectionKind(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
