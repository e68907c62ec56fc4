package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import org.p4.v1.TableAction;
import org.p4.v1.Update;

/** Modifies and resets default entries (P4Runtime section 9.1.3). */
record DefaultEntryWriter(WriteContext context) {
  void write(Update.Type type, TableInfo table, org.p4.v1.TableEntry message) {
    String owner = TableEntryWriter.owner(table);
    requireModify(type, owner);
    requireNoKey(message, owner);
    requireOpen(table, owner);
    DirectResources.refuseOnDefault(table, message);
    if (message.hasAction()) {
      set(
          table,
          call(table, message.getAction(), owner),
          TableEntryWriter.text(message.getMetadata()),
          TableEntryWriter.cookie(message));
    } else {
      context.journal().remove(context.store().defaults(), table.name());
      context.effects().change(new Change.ResetDefault(table.name()));
    }
  }

  /** Sets a default that a controller in this process gives as the pipeline is to have it. */
  void set(P4Entity.DefaultEntry entry) {
    TableInfo table = context.info().tables().named(entry.table());
    String owner = TableEntryWriter.owner(table);
    requireOpen(table, owner);
    ActionCall call =
        ActionCalls.check(
            owner, table.actionRefs(), entry.action(), ActionCalls.Use.DEFAULT, context.info());
    set(table, call, "", 0);
  }

  private static void requireOpen(TableInfo table, String owner) {
    table
        .defaultAction()
        .constant()
        .ifPresent(action -> {
          throw Refusal.denied(
              "%s: the program makes '%s' its constant default action"
                  .formatted(owner, action.name()));
        });
    if (table.implementation().isPresent()) {
      throw Refusal.denied(
          "%s takes its actions from '%s': its default entry is the program's and constant"
              .formatted(owner, table.implementation().get().name()));
    }
  }

  private void set(TableInfo table, ActionCall call, String metadata, long cookie) {
    TableEntry entry = new TableEntry(table.name(), List.of(), 0, call, false, 0, metadata);
    context
        .journal()
        .put(
            context.store().defaults(),
            table.name(),
            new EntityStore.StoredEntry(entry, cookie, Optional.empty(), Optional.empty()));
    context.effects().change(new Change.SetDefault(table.name(), call));
  }

  private ActionCall call(TableInfo table, TableAction action, String owner) {
    if (!action.hasAction()) {
      throw Refusal.invalid(owner + ": its default entry takes an action with its parameters");
    }
    return ActionCalls.decode(
        owner, table.actionRefs(), action.getAction(), ActionCalls.Use.DEFAULT, context.info());
  }

  private static void requireModify(Update.Type type, String owner) {
    if (type != Update.Type.MODIFY) {
      throw Refusal.invalid(
          "%s: the default entry always exists; it takes MODIFY, not %s".formatted(owner, type));
    }
  }

  private static void requireNoKey(org.p4.v1.TableEntry message, String owner) {
    if (message.getMatchCount() != 0 || message.getPriority() != 0) {
      throw Refusal.invalid(owner + ": the default entry has neither match nor priority");
    }
    if (message.getIdleTimeoutNs() != 0 || message.hasTimeSinceLastHit()) {
      throw Refusal.invalid(owner + ": the default entry has no idle timeout");
    }
  }
}
