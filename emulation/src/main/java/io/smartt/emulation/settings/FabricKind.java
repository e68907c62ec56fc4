package io.smartt.emulation.settings;

/** Where an experiment runs. */
public enum FabricKind implements Choice {
  /** In this JVM, in virtual time. */
  VIRTUAL,

  /** In Linux network namespaces. */
  NETNS,

  /** In containers. */
  DOCKER,

  /** On the testbed. */
  PHYSICAL;

  @Override
  public String toString() {
    return spelling();
  }
}
