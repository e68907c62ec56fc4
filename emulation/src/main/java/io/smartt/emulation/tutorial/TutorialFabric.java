package io.smartt.emulation.tutorial;

/** Where an exercise runs. */
public enum TutorialFabric {
  /** In virtual time; needs nothing. */
  VIRTUAL,
  /** In Linux network namespaces; needs root. */
  NETNS
}
