package io.smartt.emulation.stf;

import module java.base;

import io.smartt.emulation.stf.StfParser.StfFormatException;
import io.smartt.p4.bmv2.Bmv2Config.MeterArray;
import io.smartt.p4.bmv2.Bmv2Config.RegisterArray;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;

/** Carries out the commands of simple_switch's command line that scripts use. */
final class StfCommands {
  /** Rates are given in units a microsecond. */
  private static final BigDecimal PER_SECOND = BigDecimal.valueOf(1_000_000);

  private final StfNames names;
  private final StfDevice device;
  private final StfReplication replication;

  StfCommands(StfNames names, StfDevice device) {
    this.names = names;
    this.device = device;
    this.replication = new StfReplication(device);
  }

  void run(StfStatement.Command command) {
    switch (command.name()) {
      case "mirroring_add" -> replication.sessionToPort(number(command, 0), number(command, 1));
      case "mirroring_add_mc" -> replication.sessionToGroup(number(command, 0), number(command, 1));
      case "mirroring_delete" -> replication.removeSession(number(command, 0));
      case "mc_mgrp_create" -> replication.createGroup(number(command, 0));
      case "mc_node_create" -> replication.createNode(number(command, 0), numbers(command, 1));
      case "mc_node_update" ->
          replication.updateNode(command.line(), number(command, 0), numbers(command, 1));
      case "mc_node_associate" ->
          replication.associate(command.line(), number(command, 0), number(command, 1));
      case "register_write" -> {
        RegisterArray register = names.register(command.line(), argument(command, 0));
        device.writeRegister(
            register.name(),
            number(command, 1),
            StfRunner.StfNumber.of(argument(command, 2)).bits(register.width()));
      }
      case "register_reset" -> {
        RegisterArray register = names.register(command.line(), argument(command, 0));
        for (int i = 0; i < register.size(); i++) {
          device.writeRegister(register.name(), i, Bits.zero(register.width()));
        }
      }
      case "counter_write" ->
          device.writeCounter(
              names.counter(command.line(), argument(command, 0)),
              number(command, 1),
              new PacketByteCount(number(command, 2), number(command, 3)));
      case "meter_set_rates" -> {
        MeterArray meter = names.meter(command.line(), argument(command, 0));
        device.configureMeter(meter.name(), number(command, 1), rates(command, 2));
      }
      case "meter_array_set_rates" -> {
        MeterArray meter = names.meter(command.line(), argument(command, 0));
        for (int i = 0; i < meter.size(); i++) {
          device.configureMeter(meter.name(), i, rates(command, 1));
        }
      }
      case "counter_read", "register_read", "mirroring_get", "meter_get_rates" -> {
        // Prints on simple_switch's command line; nothing looks at it here.
      }
      default -> throw new StfFormatException(command.line(), "unknown command " + command.name());
    }
  }

  /** Pairs of rate and burst, the committed ones first. */
  private static MeterConfig rates(StfStatement.Command command, int first) {
    List<String> pairs = command.arguments().subList(first, command.arguments().size());
    List<Long> numbers = new ArrayList<>();
    for (String pair : pairs) {
      String[] parts = pair.split(":", -1);
      try {
        numbers.add(new BigDecimal(parts[0]).multiply(PER_SECOND).longValue());
        numbers.add(Long.parseLong(parts[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new StfFormatException(
            command.line(), "expected a rate and a burst as RATE:BURST, found " + pair);
      }
    }
    return switch (pairs.size()) {
      case 1 -> MeterConfig.twoRate(numbers.get(0), numbers.get(1), numbers.get(0), numbers.get(1));
      case 2 -> MeterConfig.twoRate(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
      default ->
          throw new StfFormatException(
              command.line(), "a meter has one or two rates, found " + pairs);
    };
  }

  private static String argument(StfStatement.Command command, int at) {
    if (at >= command.arguments().size()) {
      throw new StfFormatException(
          command.line(), command.name() + " needs more than " + at + " arguments");
    }
    return command.arguments().get(at);
  }

  private static int number(StfStatement.Command command, int at) {
    try {
      return StfRunner.StfNumber.of(argument(command, at)).value().intValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw new StfFormatException(
          command.line(), "expected a number, found " + argument(command, at));
    }
  }

  private static List<Integer> numbers(StfStatement.Command command, int from) {
    return IntStream.range(from, command.arguments().size())
        .mapToObj(i -> number(command, i))
        .toList();
  }

  /**
   * Multicast as simple_switch's command line has it: nodes, known by a handle that counts from 0,
   * are associated with groups. The device knows groups of copies only, so every group and session
   * that a change reaches is written again.
   */
  private static final class StfReplication {
    private record Node(int instance, List<Integer> ports) {}

    private final StfDevice device;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, Set<Integer>> groups = new LinkedHashMap<>();
    private final Map<Integer, Integer> groupOfSession = new LinkedHashMap<>();

    StfReplication(StfDevice device) {
      this.device = device;
    }

    void sessionToPort(int session, int port) {
      groupOfSession.remove(session);
      device.putSession(session, List.of(new StfDevice.Replica(port, 0)));
    }

    void sessionToGroup(int session, int group) {
      groupOfSession.put(session, group);
      device.putSession(session, replicas(group));
    }

    void removeSession(int session) {
      groupOfSession.remove(session);
      device.removeSession(session);
    }

    void createGroup(int group) {
      groups.put(group, new LinkedHashSet<>());
      tell(group);
    }

    void createNode(int instance, List<Integer> ports) {
      nodes.add(new Node(instance, List.copyOf(ports)));
    }

    void updateNode(int line, int handle, List<Integer> ports) {
      requireNode(line, handle);
      nodes.set(handle, new Node(nodes.get(handle).instance(), List.copyOf(ports)));
      groups.forEach((group, handles) -> {
        if (handles.contains(handle)) {
          tell(group);
        }
      });
    }

    void associate(int line, int group, int handle) {
      requireNode(line, handle);
      if (!groups.containsKey(group)) {
        throw new StfParser.StfFormatException(line, "there is no multicast group " + group);
      }
      groups.get(group).add(handle);
      tell(group);
    }

    private void requireNode(int line, int handle) {
      if (handle < 0 || handle >= nodes.size()) {
        throw new StfParser.StfFormatException(
            line, "there is no multicast node " + handle + "; " + nodes.size() + " were created");
      }
    }

    private void tell(int group) {
      device.putGroup(group, replicas(group));
      groupOfSession.forEach((session, of) -> {
        if (of == group) {
          device.putSession(session, replicas(group));
        }
      });
    }

    private List<StfDevice.Replica> replicas(int group) {
      List<StfDevice.Replica> replicas = new ArrayList<>();
      for (int handle : groups.getOrDefault(group, Set.of())) {
        Node node = nodes.get(handle);
        node.ports().forEach(port -> replicas.add(new StfDevice.Replica(port, node.instance())));
      }
      return replicas;
    }
  }
}
