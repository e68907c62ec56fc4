package io.smartt.controller.forwarding;

import module java.base;

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
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/**
 * Brings a switch from what it holds to what it should hold: reads, writes the difference, reads
 * back. Traffic that both states serve is served throughout: what is referred to is made first and
 * removed last.
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
      programmed.write(step);
    }
    if (difference.report().written() > 0) {
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
      if (!entity.getTableEntry().getIsDefaultAction() || wanted.containsKey(identity)) {
        actual.put(identity, withSizeOf(canonical, wanted.getOrDefault(identity, canonical)));
      }
    }
    return actual;
  }

  private List<Entity> patterns(DesiredState desired, Map<Entity, Entity> wanted) {
    P4InfoIndex info = programmed.info();
    List<Entity> patterns = new ArrayList<>();
    for (String profile : desired.profiles()) {
      int id = info.actionProfiles().named(profile).id();
      patterns.add(
          Entity.newBuilder()
              .setActionProfileMember(ActionProfileMember.newBuilder().setActionProfileId(id))
              .build());
      patterns.add(
          Entity.newBuilder()
              .setActionProfileGroup(ActionProfileGroup.newBuilder().setActionProfileId(id))
              .build());
    }
    for (String table : desired.tables()) {
      patterns.add(tablePattern(info.tables().named(table).id(), false));
    }
    for (Entity entity : wanted.keySet()) {
      if (entity.getTableEntry().getIsDefaultAction()) {
        patterns.add(tablePattern(entity.getTableEntry().getTableId(), true));
      }
    }
    return patterns;
  }

  private static Entity tablePattern(int tableId, boolean defaultEntry) {
    return Entity.newBuilder()
        .setTableEntry(TableEntry.newBuilder().setTableId(tableId).setIsDefaultAction(defaultEntry))
        .build();
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
  private static Entity canonical(Entity entity) {
    return switch (entity.getEntityCase()) {
      case TABLE_ENTRY ->
          entity.toBuilder().setTableEntry(canonical(entity.getTableEntry())).build();
      case ACTION_PROFILE_MEMBER -> {
        Entity.Builder member = entity.toBuilder();
        member
            .getActionProfileMemberBuilder()
            .setAction(canonical(entity.getActionProfileMember().getAction()));
        yield member.build();
      }
      case ACTION_PROFILE_GROUP ->
          entity.toBuilder()
              .setActionProfileGroup(canonical(entity.getActionProfileGroup()))
              .build();
      default -> entity;
    };
  }

  /** Returns the part of an entity that says which one it is. */
  private static Entity identity(Entity canonical) {
    Entity.Builder key = canonical.toBuilder();
    switch (canonical.getEntityCase()) {
      case TABLE_ENTRY ->
          key.getTableEntryBuilder().clearAction().clearIdleTimeoutNs().clearMetadata();
      case ACTION_PROFILE_MEMBER -> key.getActionProfileMemberBuilder().clearAction();
      case ACTION_PROFILE_GROUP -> key.getActionProfileGroupBuilder().clearMembers().clearMaxSize();
      default -> {}
    }
    return key.build();
  }

  private static TableEntry canonical(TableEntry entry) {
    List<FieldMatch> matches =
        entry.getMatchList().stream()
            .map(Reconciler::canonical)
            .sorted(Comparator.comparingInt(FieldMatch::getFieldId))
            .toList();
    TableEntry.Builder builder =
        TableEntry.newBuilder()
            .setTableId(entry.getTableId())
            .addAllMatch(matches)
            .setPriority(entry.getPriority())
            .setIsDefaultAction(entry.getIsDefaultAction())
            .setIdleTimeoutNs(entry.getIdleTimeoutNs())
            .setMetadata(entry.getMetadata())
            .setAction(entry.getAction());
    if (entry.getAction().hasAction()) {
      builder.getActionBuilder().setAction(canonical(entry.getAction().getAction()));
    }
    return builder.build();
  }

  private static FieldMatch canonical(FieldMatch match) {
    FieldMatch.Builder builder = match.toBuilder();
    switch (match.getFieldMatchTypeCase()) {
      case EXACT ->
          builder.getExactBuilder().setValue(P4Bytes.canonical(match.getExact().getValue()));
      case OPTIONAL ->
          builder.getOptionalBuilder().setValue(P4Bytes.canonical(match.getOptional().getValue()));
      case LPM -> builder.getLpmBuilder().setValue(P4Bytes.canonical(match.getLpm().getValue()));
      case TERNARY ->
          builder
              .getTernaryBuilder()
              .setValue(P4Bytes.canonical(match.getTernary().getValue()))
              .setMask(P4Bytes.canonical(match.getTernary().getMask()));
      case RANGE ->
          builder
              .getRangeBuilder()
              .setLow(P4Bytes.canonical(match.getRange().getLow()))
              .setHigh(P4Bytes.canonical(match.getRange().getHigh()));
      case OTHER, FIELDMATCHTYPE_NOT_SET -> {}
    }
    return builder.build();
  }

  private static Action canonical(Action action) {
    return Action.newBuilder()
        .setActionId(action.getActionId())
        .addAllParams(
            action.getParamsList().stream()
                .map(p -> p.toBuilder().setValue(P4Bytes.canonical(p.getValue())).build())
                .sorted(Comparator.comparingInt(Action.Param::getParamId))
                .toList())
        .build();
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

  private static ActionProfileGroup canonical(ActionProfileGroup group) {
    return group.toBuilder()
        .clearMembers()
        .addAllMembers(
            group.getMembersList().stream()
                .sorted(Comparator.comparingInt(ActionProfileGroup.Member::getMemberId))
                .toList())
        .build();
  }

  /**
   * Updates from one state to another.
   *
   * @param steps to be made one after another; within one, order does not matter (P4Runtime 12.1
   *     allows a switch to reorder a batch)
   */
  private record Difference(List<List<Update>> steps, ReconcileReport report) {
    private static final int STEPS = 6;

    /** Returns the difference between two states, both by identity. */
    static Difference between(Map<Entity, Entity> wanted, Map<Entity, Entity> actual) {
      List<List<Update>> steps = new ArrayList<>();
      for (int i = 0; i < STEPS; i++) {
        steps.add(new ArrayList<>());
      }
      int inserted = 0;
      int modified = 0;
      int deleted = 0;
      for (Map.Entry<Entity, Entity> entry : wanted.entrySet()) {
        Entity now = actual.get(entry.getKey());
        Entity entity = entry.getValue();
        if (now == null && !entity.getTableEntry().getIsDefaultAction()) {
          steps.get(EntityCodec.rank(entity)).add(update(Update.Type.INSERT, entity));
          inserted++;
        } else if (!entity.equals(now)) {
          steps.get(EntityCodec.rank(entity)).add(update(Update.Type.MODIFY, entity));
          modified++;
        }
      }
      for (Map.Entry<Entity, Entity> entry : actual.entrySet()) {
        if (!wanted.containsKey(entry.getKey())) {
          steps
              .get(STEPS - 1 - EntityCodec.rank(entry.getKey()))
              .add(update(Update.Type.DELETE, entry.getKey()));
          deleted++;
        }
      }
      return new Difference(
          steps.stream().filter(step -> !step.isEmpty()).toList(),
          new ReconcileReport(inserted, modified, deleted, wanted.size() - inserted - modified));
    }

    private static Update update(Update.Type type, Entity entity) {
      return Update.newBuilder().setType(type).setEntity(entity).build();
    }
  }
}
