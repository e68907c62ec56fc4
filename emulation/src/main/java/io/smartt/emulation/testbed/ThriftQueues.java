package io.smartt.emulation.testbed;

import io.smartt.emulation.netns.Bmv2Queues;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.PacketSizes;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/** Queues of BMv2, which sets them over Thrift and does not say what they are. */
record ThriftQueues(
    Box box,
    InetSocketAddress thrift,
    Map<Integer, Adjacency> ports,
    P4Plans plans,
    PacketSizes packets)
    implements QueueControl {
  @Override
  public String set() {
    Bmv2Queues.set(box.name(), thrift, ports, plans::queues, packets);
    return "rates and depths of " + ports.size() + " ports set over Thrift";
  }

  @Override
  public Optional<String> difference() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
