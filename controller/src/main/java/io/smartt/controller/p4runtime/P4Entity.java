package io.smartt.controller.p4runtime;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import org.p4.v1.Entity;

/** Forwarding state by name: what a controller puts into a switch. */
public sealed interface P4Entity {
  /** An ordinary entry. */
  record Entry(TableEntry entry) implements P4Entity {}

  /** The action of a table on a miss. */
  record DefaultEntry(String table, EntryTarget.ActionCall action) implements P4Entity {}

  /** A member of an action profile. */
  record Member(String profile, int id, EntryTarget.ActionCall action) implements P4Entity {}

  /** A group of an action selector; its members are kept by id, as their order says nothing. */
  record Group(String profile, int id, List<WeightedMember> members) implements P4Entity {
    /** Sorts the members. */
    public Group {
      members = members.stream().sorted(Comparator.comparingInt(WeightedMember::memberId)).toList();
    }
  }

  /** An entity of a user's file, as it stands there: the switch that gets it checks it. */
  record Given(Entity message) implements P4Entity {}
}
