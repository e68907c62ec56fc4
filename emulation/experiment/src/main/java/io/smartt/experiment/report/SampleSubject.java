package io.smartt.experiment.report;

import java.util.Comparator;

/** The subject whose value a series is. */
public sealed interface SampleSubject {
  /** Flows by number, then queues by switch, port and number, then ports by node and number. */
  Comparator<SampleSubject> ORDER =
      (one, other) ->
          switch (one) {
            case Flow flow -> other instanceof Flow(int id) ? Integer.compare(flow.id, id) : -1;
            case Queue queue ->
                switch (other) {
                  case Flow _ -> 1;
                  case Queue another -> Queue.ORDER.compare(queue, another);
                  case Port _ -> -1;
                };
            case Port port -> other instanceof Port another ? Port.ORDER.compare(port, another) : 1;
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

  /** One port of a host or switch: the direction of its link that leaves there. */
  record Port(String node, int port) implements SampleSubject {
    private static final Comparator<Port> ORDER =
        Comparator.comparing(Port::node).thenComparingInt(Port::port);
  }
}
