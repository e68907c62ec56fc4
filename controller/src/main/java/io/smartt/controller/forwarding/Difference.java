package io.smartt.controller.forwarding;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/**
 * Updates from one state to another.
 *
 * @param steps to be made one after another; within one, order does not matter (P4Runtime 12.1
 *     allows a switch to reorder a batch)
 */
record Difference(List<List<Update>> steps, Reconciler.ReconcileReport report) {
  private static final int STEPS = 6;

  /** Both by identity. */
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
        steps.get(rank(entity)).add(update(Update.Type.INSERT, entity));
        inserted++;
      } else if (!entity.equals(now)) {
        steps.get(rank(entity)).add(update(Update.Type.MODIFY, entity));
        modified++;
      }
    }
    for (Map.Entry<Entity, Entity> entry : actual.entrySet()) {
      if (!wanted.containsKey(entry.getKey())) {
        steps.get(STEPS - 1 - rank(entry.getKey())).add(update(Update.Type.DELETE, entry.getKey()));
        deleted++;
      }
    }
    return new Difference(
        steps.stream().filter(step -> !step.isEmpty()).toList(),
        new Reconciler.ReconcileReport(
            inserted, modified, deleted, wanted.size() - inserted - modified));
  }

  /** Returns what others refer to ranks lower. */
  private static int rank(Entity entity) {
    return switch (entity.getEntityCase()) {
      case ACTION_PROFILE_MEMBER -> 0;
      case ACTION_PROFILE_GROUP -> 1;
      default -> 2;
    };
  }

  private static Update update(Update.Type type, Entity entity) {
    return Update.newBuilder().setType(type).setEntity(entity).build();
  }
}
