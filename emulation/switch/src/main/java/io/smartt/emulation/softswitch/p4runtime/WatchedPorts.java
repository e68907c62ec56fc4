package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.TableInfo;
import io.smartt.p4.pipeline.Change;
import java.util.ArrayList;
import java.util.List;
import org.p4.v1.ActionProfileAction;
import org.p4.v1.ActionProfileGroup;

/** Groups whose members are chosen only while a port is up (P4Runtime section 9.2.2). */
final class WatchedPorts {
  private WatchedPorts() {}

  /** Gives the pipeline every group that watches ports again, by the ports that are up now. */
  static void refresh(InstalledPipeline pipeline, ForwardingDevice ports) {
    List<Change> changes = new ArrayList<>();
    for (ActionProfileInfo selector : pipeline.info().actionProfiles()) {
      for (ActionProfileGroup group : pipeline.store().profile(selector).groups().values()) {
        if (group.getMembersList().stream().anyMatch(WatchedPorts::watches)) {
          changes.add(SelectorGroups.change(selector, group, ports));
        }
      }
    }
    for (TableInfo table : pipeline.info().tables()) {
      table
          .implementation()
          .ifPresent(selector -> addOneShots(changes, pipeline, table, selector, ports));
    }
    if (!changes.isEmpty()) {
      pipeline.device().control().apply(changes);
    }
  }

  private static void addOneShots(
      List<Change> changes,
      InstalledPipeline pipeline,
      TableInfo table,
      ActionProfileInfo selector,
      ForwardingDevice ports) {
    for (StoredEntry entry : pipeline.store().entries(table).values()) {
      entry
          .oneShot()
          .filter(oneShot ->
              oneShot.written().getActionProfileActionsList().stream()
                  .anyMatch(WatchedPorts::watches))
          .ifPresent(oneShot ->
              changes.add(
                  new Change.PutGroup(
                      selector.name(),
                      oneShot.groupId(),
                      OneShots.members(selector, oneShot, ports))));
    }
  }

  @SuppressWarnings("deprecation")
  private static boolean watches(ActionProfileGroup.Member member) {
    return !member.getWatchPort().isEmpty() || member.getWatch() != 0;
  }

  @SuppressWarnings("deprecation")
  private static boolean watches(ActionProfileAction action) {
    return !action.getWatchPort().isEmpty() || action.getWatch() != 0;
  }
}
