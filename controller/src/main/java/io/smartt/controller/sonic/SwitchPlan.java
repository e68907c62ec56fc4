package io.smartt.controller.sonic;

import java.util.List;

/**
 * What an experiment wants of one switch.
 *
 * @param name for people
 * @param vrfs routing tables that split the switch
 * @param line of its ports
 */
public record SwitchPlan(
    String name,
    List<String> vrfs,
    List<RoutedPort> ports,
    List<StaticRoute> routes,
    QosPlan qos,
    PortLine line) {
  /** Copies. */
  public SwitchPlan {
    vrfs = List.copyOf(vrfs);
    ports = List.copyOf(ports);
    routes = List.copyOf(routes);
  }
}
