package io.smartt.controller.forwarding;

import module java.base;

import io.smartt.controller.p4runtime.P4Entity;

/**
 * Desired entries of one switch. In the tables and action profiles named here anything else is to
 * go; other tables are not looked at.
 *
 * @param tables full names
 * @param profiles full names
 * @param entities members, groups, entries and default entries in any order
 */
public record DesiredState(Set<String> tables, Set<String> profiles, List<P4Entity> entities) {
  /** Copies the collections. */
  public DesiredState {
    tables = Set.copyOf(tables);
    profiles = Set.copyOf(profiles);
    entities = List.copyOf(entities);
  }

  /** Returns the number of entities of a kind. */
  public long count(Class<? extends P4Entity> kind) {
    return entities.stream().filter(kind::isInstance).count();
  }
}
