package io.smartt.emulation.softswitch.thrift;

import io.smartt.emulation.softswitch.p4runtime.LocalController;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.p4.v1.ForwardingPipelineConfig;

/**
 * The services {@code standard}, {@code simple_switch}, {@code simple_pre} and {@code
 * simple_pre_lag} of one switch, by {@code service:method}.
 */
public final class ThriftServices {
  private final Map<String, ThriftMethod> methods = new TreeMap<>();
  private final SwitchCalls switchCalls;

  /**
   * The services of a switch.
   *
   * @param controller writes its program
   * @param clockPs time of the switch
   */
  public ThriftServices(
      LocalController controller, StandaloneSwitch device, LongSupplier clockPs, Clock clock) {
    Program program = new Program(controller);
    TableCalls tables = new TableCalls(program);
    tables.addTo(methods);
    new ArrayCalls(program, tables).addTo(methods);
    new ProfileCalls(program).addTo(methods);
    new MulticastCalls(program).addTo(methods);
    switchCalls = new SwitchCalls(program, device, clockPs, clock);
    switchCalls.addTo(methods);
    new MirroringCalls(program).addTo(methods);
    MissingCalls.addTo(methods);
  }

  /** A program without P4Info as P4Runtime would have it: the P4Info is worked out of the JSON. */
  public static ForwardingPipelineConfig config(byte[] json) {
    return SwitchCalls.config(json);
  }

  /** Tells the services where they are served. */
  void listeningOn(int port) {
    switchCalls.listeningOn(port);
  }

  Map<String, ThriftMethod> methods() {
    return methods;
  }
}
