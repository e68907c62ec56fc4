package io.smartt.testbed.standin.box;

import module java.base;

import io.grpc.ServerCredentials;
import io.smartt.softswitch.backend.Wire;
import io.smartt.testbed.standin.sonic.Access;
import io.smartt.testbed.standin.sonic.Fault;

/**
 * A stand-in that somebody wants.
 *
 * @param name of the switch
 * @param listen where its gNMI server is; port 0: one that is free
 * @param saved the file from which it boots, written when it is not there and at each save
 * @param factory CONFIG_DB where there is no such file
 * @param speed how many times as quick as a real one it works on Sets
 * @param ports front ports that carry traffic; none: it only keeps its configuration
 */
public record StandInRequest(
    String name,
    InetSocketAddress listen,
    ServerCredentials credentials,
    Access access,
    Path saved,
    String factory,
    double speed,
    List<Fault> faults,
    List<StandInRequest.FrontPort> ports) {
  /** Copies. */
  public StandInRequest {
    faults = List.copyOf(faults);
    ports = List.copyOf(ports);
  }

  /**
   * A front port of a stand-in.
   *
   * @param name as SONiC has it, {@code Ethernet0}
   * @param interfaceName of Linux, in the namespace of the front ports
   * @param cable what its cable does
   */
  public record FrontPort(String name, String interfaceName, Wire cable) {}
}
