package io.smartt.emulation.experiment;

/** Where an experiment runs. */
public enum FabricKind implements Choice {
  /** In this JVM, in virtual time. */
  VIRTUAL("virtual"),

  /** In Linux network namespaces. */
  NETNS("netns"),

  /** In containers. */
  DOCKER("docker"),

  /** On the testbed. */
  PHYSICAL("physical");

  private final String spelling;

  FabricKind(String spelling) {
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
