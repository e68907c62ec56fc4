package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.agent.daemon.AgentInterface;
import io.smartt.host.packetio.HostStack;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/** The addresses that a host's kernel is to have, and its stack once it has. */
final class KernelStack implements AutoCloseable {
  private static final Pattern FORM = Pattern.compile("([^/]+)/([^/]+)/(\\d{1,2})");

  private final Mac mac;
  private final Ipv4 ipv4;
  private final int bits;
  private @Nullable HostStack opened;

  private KernelStack(Mac mac, Ipv4 ipv4, int bits) {
    this.mac = mac;
    this.ipv4 = ipv4;
    this.bits = bits;
  }

  static KernelStack parse(String text) {
    Matcher matcher = FORM.matcher(text);
    try {
      if (matcher.matches() && Integer.parseInt(matcher.group(3)) <= Integer.SIZE) {
        return new KernelStack(
            Mac.parse(matcher.group(1)),
            Ipv4.parse(matcher.group(2)),
            Integer.parseInt(matcher.group(3)));
      }
    } catch (IllegalArgumentException e) {
      throw new UserInputException("--stack " + text + ": " + e.getMessage(), e);
    }
    throw new UserInputException(
        "--stack " + text + ": write MAC/IPV4/BITS, such as 02:00:00:00:00:01/10.0.0.1/16");
  }

  /** Puts it on an interface. */
  void open(AgentInterface on) {
    opened =
        on.in(() ->
            HostStack.on(
                on.name(), ipv4.bits(), mac.bits(), bits, Traffic.GATEWAY_MAC, Uet.UDP_PORT));
  }

  @Override
  public void close() {
    HostStack there = opened;
    if (there != null) {
      there.close();
    }
  }
}
