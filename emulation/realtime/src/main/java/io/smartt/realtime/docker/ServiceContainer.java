package io.smartt.realtime.docker;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.dockerjava.api.model.ContainerSpec;

/** A service's containers, with two things of the engine's API that docker-java lacks. */
final class ServiceContainer extends ContainerSpec {
  private static final long serialVersionUID = 1L;

  /** Raw sockets, and what a network card is to leave undone. */
  @JsonProperty("CapabilityAdd")
  List<String> capabilities() {
    return List.of("CAP_NET_RAW", "CAP_NET_ADMIN");
  }

  /** Returns the settings of the kernel, which would send twice what it forwards. */
  @JsonProperty("Sysctls")
  Map<String, String> sysctls() {
    return Map.of("net.ipv4.ip_forward", "0");
  }
}
