package io.smartt.p4.info;

/** Something of a P4 program that the control plane calls by name or by id. */
public interface P4Object {
  /** P4Runtime id; unsigned where it is that of an extern. */
  int id();

  /** Full P4 name. */
  String name();

  /** The short name that P4Info gives it, or the full name where it gives none. */
  default String alias() {
    return name();
  }
}
