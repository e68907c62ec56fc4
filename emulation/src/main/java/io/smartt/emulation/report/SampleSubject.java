package io.smartt.emulation.report;

import java.util.Comparator;

/** Whose value a series is. */
public sealed interface SampleSubject {
  /** Flows by number, then queues by switch, port and number. */
  Comparator<SampleSubject> ORDER =
      (one, other) ->
          switch (one) {
            case Flow flow -> other instanceof Flow(int id) ? Integer.compare(flow.id, id) : -1;
            case Queue queue ->
                other instanceof Queue another ? Queue.ORDER.compare(queue, another) : 1;
          };

  /** One flow, by the workload's number. */
  record Flow(int id) implements SampleSubject {}

  /** One queue of one switch port. */
  record Queue(String switchName, int port, int queue) implements SampleSubject {
    private static final Comparator<Queue> ORDER =
        Comparator.comparing(Queue::switchName)
            .thenComparingInt(Queue::port)
            .thenComparingInt(Queue::queue);
  }
}
