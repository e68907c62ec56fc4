package io.smartt.emulation.softswitch.p4runtime;

import io.grpc.Status;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.InvalidChangeException;
import io.smartt.p4.pipeline.UnknownNameException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/**
 * Inserts what a controller in this process wants, given by name and not as messages. The same
 * translators check it against the same store as a write over P4Runtime ({@link WriteBatch}), so
 * that both ways leave one state. Runs under the device's lock.
 */
final class EntityInserts {
  private final InstalledPipeline pipeline;
  private final EntityCodec codec;
  private final WriteContext.Journal journal = new WriteContext.Journal();
  private final WriteContext.Effects effects = new WriteContext.Effects();
  private final WriteContext context;

  EntityInserts(InstalledPipeline pipeline, ForwardingDevice ports) {
    this.pipeline = pipeline;
    // Strings of controllers are in the P4Info that came, numbers of the data plane in the other.
    codec =
        new EntityCodec(
            pipeline.translation().isIdentity()
                ? pipeline.info()
                : P4InfoIndex.of(pipeline.config().getP4Info()));
    context = new WriteContext(pipeline, ports, RoleRights.FULL, false, journal, effects);
  }

  /** All or nothing: what was refused. */
  List<LocalController.Refused> run(List<P4Entity> entities) {
    pipeline.translation().sweep(pipeline, entities.size());
    List<LocalController.Refused> refused = new ArrayList<>();
    for (P4Entity entity : inOrder(entities)) {
      try {
        insert(entity);
      } catch (Refusal refusal) {
        refused.add(new LocalController.Refused(Optional.of(entity), refusal.status()));
      } catch (InvalidChangeException | UnknownNameException e) {
        refused.add(new LocalController.Refused(Optional.of(entity), invalid(e)));
      }
    }
    if (refused.isEmpty()) {
      try {
        effects.apply(context.control());
      } catch (InvalidChangeException | UnknownNameException e) {
        refused.add(new LocalController.Refused(Optional.empty(), invalid(e)));
      }
    }
    if (!refused.isEmpty()) {
      journal.backTo(0);
    }
    return refused;
  }

  private static Status invalid(RuntimeException e) {
    return Status.INVALID_ARGUMENT.withDescription(e.getMessage());
  }

  /** Returns what others refer to comes first. */
  private static List<P4Entity> inOrder(List<P4Entity> entities) {
    return entities.stream().sorted(Comparator.comparingInt(EntityInserts::rank)).toList();
  }

  private static int rank(P4Entity entity) {
    return switch (entity) {
      case P4Entity.Member _ -> 0;
      case P4Entity.Group _ -> 1;
      case P4Entity.Entry _, P4Entity.DefaultEntry _ -> 2;
    };
  }

  private void insert(P4Entity entity) {
    if (!pipeline.translation().isIdentity()) {
      // Only messages have the strings that controllers use for numbers of such a program.
      write(entity);
      return;
    }
    switch (entity) {
      case P4Entity.Member member -> new ActionProfiles(context).insert(member);
      case P4Entity.Group group ->
          new SelectorGroups(context)
              .write(Update.Type.INSERT, codec.encode(group).getActionProfileGroup());
      case P4Entity.Entry(var entry) -> new TableEntryWriter(context).insert(entry);
      case P4Entity.DefaultEntry entry -> new DefaultEntryWriter(context).set(entry);
    }
  }

  private void write(P4Entity entity) {
    Entity message = codec.encode(entity);
    Update.Type type =
        entity instanceof P4Entity.DefaultEntry ? Update.Type.MODIFY : Update.Type.INSERT;
    EntityWriter.write(
        context,
        pipeline
            .translation()
            .toDataPlane(Update.newBuilder().setType(type).setEntity(message).build()));
  }
}
