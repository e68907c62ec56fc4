package io.smartt.emulation.shell;

import module java.base;

import com.google.protobuf.TextFormat;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
import org.p4.v1.ReadResponse;

/**
 * The file of everything that {@code p4 trace --entries} reads of a switch: entries, default
 * actions, members and groups, as a text protobuf.
 */
final class EntriesDump {
  private EntriesDump() {}

  /**
   * Writes it.
   *
   * @return how many entities it has
   * @throws RunFailedException if it cannot be written
   */
  static int write(ProgrammedSwitch sw, Path file) {
    List<Entity> entities = new ArrayList<>();
    patterns(sw).forEach(pattern -> entities.addAll(sw.client().read(List.of(pattern))));
    entities.removeIf(entity -> isOfTheProgram(sw, entity));
    ReadResponse all = ReadResponse.newBuilder().addAllEntities(entities).build();
    try {
      Files.writeString(file, TextFormat.printer().printToString(all));
    } catch (IOException e) {
      throw new RunFailedException(file + ": cannot be written: " + FileErrors.reason(e), e);
    }
    return entities.size();
  }

  private static List<Entity> patterns(ProgrammedSwitch sw) {
    List<Entity> patterns = new ArrayList<>();
    sw.info()
        .actionProfiles()
        .all()
        .forEach(profile -> {
          patterns.add(
              Entity.newBuilder()
                  .setActionProfileMember(
                      ActionProfileMember.newBuilder().setActionProfileId(profile.id()))
                  .build());
          patterns.add(
              Entity.newBuilder()
                  .setActionProfileGroup(
                      ActionProfileGroup.newBuilder().setActionProfileId(profile.id()))
                  .build());
        });
    for (TableInfo table : sw.info().tables().all()) {
      for (boolean isDefault : List.of(false, true)) {
        patterns.add(
            Entity.newBuilder()
                .setTableEntry(
                    org.p4.v1.TableEntry.newBuilder()
                        .setTableId(table.id())
                        .setIsDefaultAction(isDefault))
                .build());
      }
    }
    return patterns;
  }

  /** Tells if an entry is the program's own; what nobody may write need not be in the file. */
  private static boolean isOfTheProgram(ProgrammedSwitch sw, Entity entity) {
    if (!entity.hasTableEntry()) {
      return false;
    }
    TableInfo table = sw.info().tables().withId(entity.getTableEntry().getTableId());
    boolean isDefault = entity.getTableEntry().getIsDefaultAction();
    return entity.getTableEntry().getIsConst()
        || (isDefault
            && (table.constDefaultAction().isPresent() || !entity.getTableEntry().hasAction()));
  }
}
