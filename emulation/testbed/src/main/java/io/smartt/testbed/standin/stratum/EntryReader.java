package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.rpc.Code;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import org.p4.v1.Entity;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.TableEntry;

/** The reads that Stratum takes (bfrt_node.cc:270). */
final class EntryReader {
  private static final String MANAGER = "bfrt_table_manager.cc:";

  private final Entries entries;
  private final TableRules tables;

  EntryReader(Entries entries) {
    this.entries = entries;
    tables = new TableRules(entries.info());
  }

  /** Everything that a pattern asks for. */
  List<Entity> read(Entity pattern) {
    return switch (pattern.getEntityCase()) {
      case TABLE_ENTRY -> tableEntries(pattern.getTableEntry());
      case ACTION_PROFILE_MEMBER -> {
        int id = pattern.getActionProfileMember().getMemberId();
        requireProfile(pattern.getActionProfileMember().getActionProfileId(), 1161);
        yield held(e ->
            e.hasActionProfileMember()
                && (id == 0 || e.getActionProfileMember().getMemberId() == id));
      }
      case ACTION_PROFILE_GROUP -> {
        int id = pattern.getActionProfileGroup().getGroupId();
        requireProfile(pattern.getActionProfileGroup().getActionProfileId(), 1288);
        yield held(e ->
            e.hasActionProfileGroup() && (id == 0 || e.getActionProfileGroup().getGroupId() == id));
      }
      case PACKET_REPLICATION_ENGINE_ENTRY ->
          replication(pattern.getPacketReplicationEngineEntry());
      case COUNTER_ENTRY -> entries.counters().read(pattern.getCounterEntry());
      default -> throw Entries.unsupported(pattern);
    };
  }

  private List<Entity> held(Predicate<Entity> wanted) {
    return entries.all().stream().filter(wanted).toList();
  }

  private static void requireProfile(int id, int line) {
    StratumError.check(
        id != 0,
        MANAGER + line,
        "action_profile_id() != 0",
        "Reading all action profiles is not supported yet.");
  }

  /** Reads entries in one of four ways, as bfrt_table_manager.cc:656. */
  private List<Entity> tableEntries(TableEntry pattern) {
    if (pattern.getIsDefaultAction()) {
      StratumError.check(
          pattern.getTableId() != 0,
          MANAGER + "572",
          "table_entry.table_id()",
          "Missing table id on default action read");
      return defaultEntry(tables.table(pattern.getTableId()));
    }
    if (pattern.getMatchCount() > 0) {
      Entity key = Entity.newBuilder().setTableEntry(tables.key(pattern)).build();
      List<Entity> found =
          held(e -> e.hasTableEntry() && tables.key(e.getTableEntry()).equals(key.getTableEntry()));
      if (found.isEmpty()) {
        throw StratumError.sde(Code.NOT_FOUND, "table->tableEntryGet(...)", "Object not found");
      }
      return found;
    }
    unfiltered(pattern.getPriority() == 0, 609, "table_entry.priority() == 0", "Priority");
    unfiltered(!pattern.hasAction(), 611, "table_entry.has_action() == false", "Action");
    unfiltered(pattern.getMetadata().isEmpty(), 613, "table_entry.metadata() == \"\"", "Metadata");
    if (pattern.getTableId() != 0) {
      tables.table(pattern.getTableId());
    }
    return held(e ->
        e.hasTableEntry()
            && !e.getTableEntry().getIsDefaultAction()
            && (pattern.getTableId() == 0
                || e.getTableEntry().getTableId() == pattern.getTableId()));
  }

  private static void unfiltered(boolean holds, int line, String condition, String what) {
    StratumError.check(
        holds, MANAGER + line, condition, what + " filters on wildcard reads are not supported.");
  }

  private List<Entity> defaultEntry(TableInfo table) {
    List<Entity> set =
        held(e ->
            e.getTableEntry().getTableId() == table.id() && e.getTableEntry().getIsDefaultAction());
    if (!set.isEmpty()) {
      return set;
    }
    TableEntry.Builder initial =
        TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true);
    initialAction(table).ifPresent(action -> initial.getActionBuilder().setAction(action));
    return List.of(Entity.newBuilder().setTableEntry(initial).build());
  }

  private Optional<org.p4.v1.Action> initialAction(TableInfo table) {
    return entries.info().message().getTablesList().stream()
        .filter(declared -> declared.getPreamble().getId() == table.id())
        .filter(declared -> declared.hasInitialDefaultAction())
        .map(declared -> {
          org.p4.v1.Action.Builder call =
              org.p4.v1.Action.newBuilder()
                  .setActionId(declared.getInitialDefaultAction().getActionId());
          declared
              .getInitialDefaultAction()
              .getArgumentsList()
              .forEach(argument ->
                  call.addParamsBuilder()
                      .setParamId(argument.getParamId())
                      .setValue(argument.getValue()));
          return tables.call(call.build());
        })
        .findFirst();
  }

  private List<Entity> replication(PacketReplicationEngineEntry pattern) {
    return switch (pattern.getTypeCase()) {
      case CLONE_SESSION_ENTRY -> {
        int id = pattern.getCloneSessionEntry().getSessionId();
        yield held(e ->
            e.getPacketReplicationEngineEntry().hasCloneSessionEntry()
                && (id == 0
                    || e.getPacketReplicationEngineEntry().getCloneSessionEntry().getSessionId()
                        == id));
      }
      case MULTICAST_GROUP_ENTRY -> {
        int id = pattern.getMulticastGroupEntry().getMulticastGroupId();
        yield held(e ->
            e.getPacketReplicationEngineEntry().hasMulticastGroupEntry()
                && (id == 0
                    || e.getPacketReplicationEngineEntry()
                            .getMulticastGroupEntry()
                            .getMulticastGroupId()
                        == id));
      }
      case TYPE_NOT_SET -> throw new StratumError(Code.UNIMPLEMENTED, "Unsupported PRE entry: ");
    };
  }
}
