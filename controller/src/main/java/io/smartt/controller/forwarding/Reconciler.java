package io.smartt.controller.forwarding;

import module java.base;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntityNames;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.TableInfo.GivenEntries;
import org.p4.v1.Entity;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/**
 * Brings a switch from what it holds to what it should hold: reads, writes the difference, reads
 * back. Traffic that both states serve is served throughout: what is referred to is made first and
 * removed last. What packets change is written where the switch holds nothing yet.
 */
public final class Reconciler {
  private final ProgrammedSwitch programmed;
  private final EntityCodec codec;
  private final EntityNames names;

  /** Creates the reconciler of one switch. */
  public Reconciler(ProgrammedSwitch programmed) {
    this.programmed = programmed;
    codec = new EntityCodec(programmed.info());
    names = new EntityNames(programmed.info());
  }

  /**
   * Writes the difference between the switch and a desired state, and reads back.
   *
   * @throws io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException where the switch
   *     refuses an update; what was written before stays, and another run goes on from there
   * @throws VerificationFailedException where it accepted all and holds something else
   */
  public ReconcileReport reconcile(DesiredState desired) {
    Map<Entity, Entity> wanted = wanted(desired);
    Difference difference = Difference.between(wanted, actual(desired, wanted));
    for (List<Update> step : difference.steps()) {
      programmed.write(step, new EntityNames(programmed.info(), desired.files()));
    }
    if (difference.report().written() > 0) {
      wanted.keySet().removeIf(EntityCodec::isOfPackets);
      verify(desired, wanted);
    }
    return difference.report();
  }

  /**
   * Returns what {@link #reconcile} would write, an update a line: {@code +} for what is new,
   * {@code ~} for what is changed, {@code -} for what goes. Writes nothing.
   */
  public List<String> changes(DesiredState desired) {
    Map<Entity, Entity> wanted = wanted(desired);
    return describe(Difference.between(wanted, actual(desired, wanted)), Reconciler::sign);
  }

  private static String sign(Update.Type toDo) {
    return switch (toDo) {
      case INSERT -> "+ ";
      case DELETE -> "- ";
      case MODIFY, UNSPECIFIED, UNRECOGNIZED -> "~ ";
    };
  }

  private List<String> describe(Difference difference, Function<Update.Type, String> word) {
    return difference.steps().stream()
        .flatMap(List::stream)
        .map(update -> word.apply(update.getType()) + names.describe(update.getEntity()))
        .toList();
  }

  private void verify(DesiredState desired, Map<Entity, Entity> wanted) {
    List<String> differences =
        describe(Difference.between(wanted, actual(desired, wanted)), Reconciler::phrase);
    if (!differences.isEmpty()) {
      throw new VerificationFailedException(programmed.client().switchId(), differences);
    }
  }

  private static String phrase(Update.Type toDo) {
    return switch (toDo) {
      case INSERT -> "missing ";
      case DELETE -> "left over ";
      case MODIFY, UNSPECIFIED, UNRECOGNIZED -> "different, should be ";
    };
  }

  private Map<Entity, Entity> wanted(DesiredState desired) {
    Map<Entity, Entity> wanted = new LinkedHashMap<>();
    for (P4Entity entity : desired.entities()) {
      Entity canonical = canonical(codec.encode(entity));
      if (wanted.put(identity(canonical), canonical) != null) {
        throw new IllegalArgumentException(
            names.describe(canonical) + " is wanted twice with one identity");
      }
    }
    return wanted;
  }

  private Map<Entity, Entity> actual(DesiredState desired, Map<Entity, Entity> wanted) {
    Map<Entity, Entity> actual = new LinkedHashMap<>();
    for (Entity entity : programmed.client().read(patterns(desired, wanted))) {
      // The program's own entries cannot be changed; a default entry belongs to the plan only where
      // it sets one.
      if (entity.getTableEntry().getIsConst()) {
        continue;
      }
      Entity canonical = canonical(entity);
      Entity identity = identity(canonical);
      if (wanted.containsKey(identity)
          || !(EntityCodec.isAlwaysThere(entity) || mayBeOfProgram(entity))) {
        actual.put(identity, withSizeOf(canonical, wanted.getOrDefault(identity, canonical)));
      }
    }
    return actual;
  }

  private boolean mayBeOfProgram(Entity entity) {
    return programmed.info().tables().find(entity.getTableEntry().getTableId()).stream()
        .filter(table -> table.given() == GivenEntries.INITIAL)
        .anyMatch(table -> !ForwardingPlanner.fills(table.name()));
  }

  private List<Entity> patterns(DesiredState desired, Map<Entity, Entity> wanted) {
    P4InfoIndex info = programmed.info();
    List<Entity> patterns = new ArrayList<>();
    for (String profile : desired.profiles()) {
      int id = info.actionProfiles().named(profile).id();
      patterns.add(P4Entity.members(id));
      patterns.add(P4Entity.groups(id));
    }
    for (String table : desired.tables()) {
      patterns.add(P4Entity.entries(info.tables().named(table).id(), false));
    }
    for (Entity entity : wanted.keySet()) {
      if (entity.getTableEntry().getIsDefaultAction()) {
        patterns.add(P4Entity.entries(entity.getTableEntry().getTableId(), true));
      } else if (entity.hasMeterEntry() || entity.hasValueSetEntry()) {
        patterns.add(entity);
      } else if (entity.hasDirectMeterEntry()) {
        // A switch refuses to read the meter of an entry that it lacks.
        Entity.Builder all = entity.toBuilder();
        all.getDirectMeterEntryBuilder().getTableEntryBuilder().clearMatch().clearPriority();
        patterns.add(all.build());
      } else if (entity.hasPacketReplicationEngineEntry()) {
        patterns.add(
            entity.getPacketReplicationEngineEntry().hasCloneSessionEntry()
                ? P4Entity.cloneSession(0, List.of()).message()
                : P4Entity.multicastGroup(0, List.of()).message());
      }
    }
    return patterns.stream().distinct().toList();
  }

  /** A switch accepted every update and holds something else nevertheless. */
  public static final class VerificationFailedException extends P4RuntimeException {
    private static final int MOST_SHOWN = 10;

    VerificationFailedException(SwitchId switchId, List<String> differences) {
      super(
          switchId,
          Status.Code.DATA_LOSS,
          "read back after writing, %d entities differ:\n  %s%s"
              .formatted(
                  differences.size(),
                  String.join(
                      "\n  ", differences.subList(0, Math.min(MOST_SHOWN, differences.size()))),
                  differences.size() > MOST_SHOWN ? "\n  ..." : ""));
    }
  }

  /** Numbers of updates of a reconciliation; default entries count as modified or unchanged. */
  public record ReconcileReport(int inserted, int modified, int deleted, int unchanged) {
    /** Returns the number of updates that were written. */
    public int written() {
      return inserted + modified + deleted;
    }
  }

  /**
   * Returns one spelling of an entity, so that what a switch gives back can be compared: without
   * what the data plane changes or the switch adds; lists sorted, bytes shortest.
   */
  public static Entity canonical(Entity entity) {
    Entity.Builder made = (Entity.Builder) spelled(entity);
    if (made.hasTableEntry()) {
      TableEntry entry = made.getTableEntry();
      made.setTableEntry(
          keyOf(entry).toBuilder()
              .setIdleTimeoutNs(entry.getIdleTimeoutNs())
              .setMetadata(entry.getMetadata())
              .setAction(entry.getAction()));
    } else if (made.hasDirectMeterEntry()) {
      TableEntry entry = made.getDirectMeterEntry().getTableEntry();
      made.getDirectMeterEntryBuilder().setTableEntry(keyOf(entry));
    } else if (made.hasDirectCounterEntry()) {
      TableEntry entry = made.getDirectCounterEntry().getTableEntry();
      made.getDirectCounterEntryBuilder().setTableEntry(keyOf(entry));
    }
    return made.build();
  }

  /** The same message with the shortest bytes, its lists in the order of the ids that they have. */
  private static Message.Builder spelled(Message message) {
    Message.Builder made = message.toBuilder();
    message
        .getAllFields()
        .forEach((field, value) -> {
          switch (value) {
            case List<?> list when list.getFirst() instanceof Message ->
                made.setField(
                    field,
                    list.stream()
                        .map(one -> spelled((Message) one).build())
                        .sorted(Comparator.comparingInt(Reconciler::id))
                        .toList());
            case Message part -> made.setField(field, spelled(part).build());
            case ByteString bytes when !field.getName().equals("metadata") ->
                made.setField(field, P4Bytes.canonical(bytes));
            default -> {}
          }
        });
    return made;
  }

  /** The number that a list's messages begin with: of a match field, a parameter, a member. */
  private static int id(Message listed) {
    FieldDescriptor first = listed.getDescriptorForType().getFields().getFirst();
    return listed.getField(first) instanceof Integer id ? id : 0;
  }

  private static TableEntry keyOf(TableEntry entry) {
    return TableEntry.newBuilder()
        .setTableId(entry.getTableId())
        .addAllMatch(entry.getMatchList())
        .setPriority(entry.getPriority())
        .setIsDefaultAction(entry.getIsDefaultAction())
        .build();
  }

  /** Returns the part of a canonical entity that says which one it is. */
  public static Entity identity(Entity canonical) {
    Entity.Builder key = canonical.toBuilder();
    switch (canonical.getEntityCase()) {
      case TABLE_ENTRY -> key.setTableEntry(keyOf(canonical.getTableEntry()));
      case METER_ENTRY -> key.getMeterEntryBuilder().clearConfig();
      case DIRECT_METER_ENTRY -> key.getDirectMeterEntryBuilder().clearConfig();
      case REGISTER_ENTRY -> key.getRegisterEntryBuilder().clearData();
      case COUNTER_ENTRY -> key.getCounterEntryBuilder().clearData();
      case DIRECT_COUNTER_ENTRY -> key.getDirectCounterEntryBuilder().clearData();
      case VALUE_SET_ENTRY -> key.getValueSetEntryBuilder().clearMembers();
      case PACKET_REPLICATION_ENGINE_ENTRY -> {
        PacketReplicationEngineEntry entry = canonical.getPacketReplicationEngineEntry();
        return entry.hasCloneSessionEntry()
            ? P4Entity.cloneSession(P4Entity.id(entry), List.of()).message()
            : P4Entity.multicastGroup(P4Entity.id(entry), List.of()).message();
      }
      case ACTION_PROFILE_MEMBER -> key.getActionProfileMemberBuilder().clearAction();
      case ACTION_PROFILE_GROUP -> key.getActionProfileGroupBuilder().clearMembers().clearMaxSize();
      default -> {}
    }
    return key.build();
  }

  /** The same with the size of another group: what a switch holds may have any that suffices. */
  private static Entity withSizeOf(Entity canonical, Entity other) {
    if (!canonical.hasActionProfileGroup()) {
      return canonical;
    }
    Entity.Builder sized = canonical.toBuilder();
    sized.getActionProfileGroupBuilder().setMaxSize(other.getActionProfileGroup().getMaxSize());
    return sized.build();
  }

  /**
   * Updates from one state to another.
   *
   * @param steps to be made one after another; within one, order does not matter (P4Runtime 12.1
   *     allows a switch to reorder a batch)
   */
  private record Difference(List<List<Update>> steps, ReconcileReport report) {
    private static final int STEPS = 8;

    /** Returns the difference between two states, both by identity. */
    static Difference between(Map<Entity, Entity> wanted, Map<Entity, Entity> actual) {
      List<List<Update>> steps =
          IntStream.range(0, STEPS).<List<Update>>mapToObj(_ -> new ArrayList<>()).toList();
      boolean fresh =
          actual.keySet().stream()
              .noneMatch(key -> wanted.containsKey(key) && !EntityCodec.isAlwaysThere(key));
      for (Map.Entry<Entity, Entity> entry : wanted.entrySet()) {
        Entity now = actual.get(entry.getKey());
        Entity entity = entry.getValue();
        if (now == null && !EntityCodec.isAlwaysThere(entity)) {
          steps.get(EntityCodec.rank(entity)).add(update(Update.Type.INSERT, entity));
        } else if (EntityCodec.isOfPackets(entity) ? fresh : !entity.equals(now)) {
          steps.get(EntityCodec.rank(entity)).add(update(Update.Type.MODIFY, entity));
        }
      }
      for (Map.Entry<Entity, Entity> entry : actual.entrySet()) {
        if (!wanted.containsKey(entry.getKey())) {
          steps
              .get(STEPS - 1 - EntityCodec.rank(entry.getKey()))
              .add(update(Update.Type.DELETE, entry.getKey()));
        }
      }
      int inserted = count(steps, Update.Type.INSERT);
      int modified = count(steps, Update.Type.MODIFY);
      int deleted = count(steps, Update.Type.DELETE);
      return new Difference(
          steps.stream().filter(step -> !step.isEmpty()).toList(),
          new ReconcileReport(inserted, modified, deleted, wanted.size() - inserted - modified));
    }

    private static int count(List<List<Update>> steps, Update.Type type) {
      return (int) steps.stream().flatMap(List::stream).filter(u -> u.getType() == type).count();
    }

    private static Update update(Update.Type type, Entity entity) {
      return Update.newBuilder().setType(type).setEntity(entity).build();
    }
  }
}
