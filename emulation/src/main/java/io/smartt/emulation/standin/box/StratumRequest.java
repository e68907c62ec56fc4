package io.smartt.emulation.standin.box;

import io.grpc.ServerCredentials;
import io.smartt.emulation.standin.stratum.ChassisConfig;
import io.smartt.emulation.standin.stratum.StratumFault;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * A stand-in for Stratum that somebody wants.
 *
 * @param name of the switch
 * @param listen where its P4Runtime server is; port 0: one that is free
 * @param saved the file with the program from which it starts
 * @param speed by which times of faults are divided
 * @param ports front ports, named by SDK port; none: it only keeps its entries
 */
public record StratumRequest(
    String name,
    InetSocketAddress listen,
    ServerCredentials credentials,
    ChassisConfig chassis,
    Path saved,
    List<StratumFault> faults,
    double speed,
    List<FrontPort> ports) {
  /** Copies. */
  public StratumRequest {
    faults = List.copyOf(faults);
    ports = List.copyOf(ports);
  }
}
