package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.PipelineControl;
import java.util.ArrayList;
import java.util.List;

/**
 * What accepted updates do to the device: changes that the pipeline takes in one step, then what
 * cannot be part of that step.
 */
final class Effects {
  private final List<Change> changes = new ArrayList<>();
  private final List<Runnable> afterwards = new ArrayList<>();

  void change(Change change) {
    changes.add(change);
  }

  void afterwards(Runnable action) {
    afterwards.add(action);
  }

  void add(Effects other) {
    changes.addAll(other.changes);
    afterwards.addAll(other.afterwards);
  }

  /** Carries them out; where the pipeline refuses, nothing was done. */
  void apply(PipelineControl control) {
    if (!changes.isEmpty()) {
      control.apply(changes);
    }
    afterwards.forEach(Runnable::run);
  }
}
