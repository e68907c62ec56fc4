package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.topology.Switch;
import io.smartt.realtime.netns.SwitchProcesses.SwitchProgramLauncher;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.switchd.ctl.NamespaceGrpc;
import io.smartt.switchd.ctl.RemoteSwitch;
import java.lang.management.ManagementFactory;

/**
 * {@code smartt switch} of this build, with its control service at its P4Runtime server.
 *
 * @param grpc reaches its servers
 * @param seed of link losses and the program's random numbers
 */
record SmarttSwitchProcess(NamespaceGrpc grpc, long seed) implements SwitchProgramLauncher {
  @Override
  public List<String> command(
      Switch sw, List<String> interfaces, int queuesPerPort, int p4RuntimePort) {
    List<String> jvmOptions =
        Stream.concat(
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(option ->
                        Stream.of("-XX:", "--enable-native", "-Dio.netty")
                            .anyMatch(option::startsWith)),
                OwnProgram.ENDS_OUT_OF_MEMORY.stream())
            .toList();
    List<String> arguments = new ArrayList<>(List.of("switch"));
    interfaces.forEach(name -> arguments.addAll(List.of("-i", name)));
    arguments.addAll(
        List.of(
            "--no-p4",
            "--device-id",
            String.valueOf(sw.id()),
            "--seed",
            String.valueOf(seed),
            "--priority-queues",
            String.valueOf(queuesPerPort),
            "--grpc-server-addr",
            "127.0.0.1:" + p4RuntimePort));
    return OwnProgram.command(jvmOptions, arguments);
  }

  @Override
  public SwitchBackend backend(Switch sw, int p4RuntimePort) {
    return new RemoteSwitch(sw.name(), grpc.channel(p4RuntimePort));
  }
}
