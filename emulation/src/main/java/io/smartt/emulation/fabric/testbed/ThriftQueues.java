package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.bmv2.Bmv2Queues;
import io.smartt.emulation.topology.Adjacency;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/**
 * Queues of BMv2, which sets them over Thrift and does not say what they are.
 *
 * @param thrift where
 * @param ports by number
 */
record ThriftQueues(
    Box box, InetSocketAddress thrift, Bmv2Queues queues, Map<Integer, Adjacency> ports)
    implements QueueControl {
  @Override
  public String set() {
    queues.set(box.name(), thrift, ports);
    return "rates and depths of " + ports.size() + " ports set over Thrift";
  }

  @Override
  public Optional<String> difference() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
