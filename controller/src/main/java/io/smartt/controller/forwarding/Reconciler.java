package io.smartt.controller.forwarding;

import io.grpc.Status;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntityNames;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
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
   * @throws io.smartt.controller.p4runtime.WriteFailedException where the switch refuses an update;
   *     what was written before stays, and another run goes on from there
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
      Entity canonical = CanonicalEntity.of(codec.encode(entity));
      if (wanted.put(CanonicalEntity.identity(canonical), canonical) != null) {
        throw new IllegalArgumentException(
            names.describe(canonical) + " is wanted twice with one identity");
      }
    }
    return wanted;
  }

  private Map<Entity, Entity> actual(DesiredState desired, Map<Entity, Entity> wanted) {
    Map<Entity, Entity> actual = new LinkedHashMap<>();
    for (Entity entity : programmed.client().read(patterns(desired))) {
      // The program's own entries cannot be changed; a default entry belongs to the plan only where
      // it sets one.
      if (entity.getTableEntry().getIsConst()) {
        continue;
      }
      Entity canonical = CanonicalEntity.of(entity);
      Entity identity = CanonicalEntity.identity(canonical);
      if (!entity.getTableEntry().getIsDefaultAction() || wanted.containsKey(identity)) {
        actual.put(
            identity,
            CanonicalEntity.withSizeOf(canonical, wanted.getOrDefault(identity, canonical)));
      }
    }
    return actual;
  }

  private List<Entity> patterns(DesiredState desired) {
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
    for (P4Entity entity : desired.entities()) {
      if (entity instanceof P4Entity.DefaultEntry(String table, _)) {
        patterns.add(tablePattern(info.tables().named(table).id(), true));
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
    private static final long serialVersionUID = 1L;
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
}
