package io.smartt.realtime;

import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import java.util.List;

/** The notes on the machines that carry a run: they are in the events. */
public record MachineNotes(List<String> notes) implements Background {
  /** Copies. */
  public MachineNotes {
    notes = List.copyOf(notes);
  }

  @Override
  public void end(long nowPs, RunEvents events) {
    notes.forEach(note -> events.add(nowPs, RunEvent.Kind.WORKER, note));
  }
}
