package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.smartt.host.agent.v1.AgentGrpc;
import io.smartt.host.agent.v1.DescribeRequest;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.P4RuntimeGrpc;

/** What a run as root listens on refuses callers that do not have the run's token. */
@Tag("netns")
@Timeout(300)
@Isolated
class NetnsPortsTest {
  private static final String LISTENING = "0A";
  private static final int RADIX = 16;

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @Test
  @Experiment
  void noLocalUserReachesTheAgentsOrTheSwitches() throws IOException {
    Process process =
        Netns.start(
            "run",
            "--profile",
            "netns",
            "--topology",
            "single,2",
            "--workload",
            "incast:1x32MiB",
            "--set",
            "netns.agents=apart",
            "--set",
            "netns.warm-up-s=0",
            "--out",
            folder.resolve("out").toString());
    try {
      Steps.until(process, Steps.UNDER_WAY);

      Set<Integer> ports = listening(process.pid());
      assertThat(ports).as("the P4Runtime server").hasSize(1);
      assertUnauthenticated(
          ports, P4RuntimeGrpc.getCapabilitiesMethod(), CapabilitiesRequest.getDefaultInstance());
      Set<Integer> agents = new HashSet<>();
      process.descendants().forEach(child -> agents.addAll(listening(child.pid())));
      assertThat(agents).as("an agent a host").hasSize(2);
      assertUnauthenticated(
          agents, AgentGrpc.getDescribeMethod(), DescribeRequest.getDefaultInstance());
    } finally {
      // Process.destroy would close the streams that are read to their ends next.
      process.toHandle().destroy();
      Netns.wait(process);
    }
  }

  private static <Q extends MessageLite, P> void assertUnauthenticated(
      Set<Integer> ports, MethodDescriptor<Q, P> method, Q request) {
    for (int port : ports) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      try {
        Status.Code code = Status.Code.OK;
        try {
          var _ =
              ClientCalls.blockingUnaryCall(
                  channel,
                  method,
                  CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS),
                  request);
        } catch (StatusRuntimeException e) {
          code = e.getStatus().getCode();
        }
        assertThat(code).as("port " + port).isEqualTo(Status.Code.UNAUTHENTICATED);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** TCP ports that a process listens on, from the sockets among its open files. */
  private static Set<Integer> listening(long pid) {
    Path of = Path.of("/proc", Long.toString(pid));
    Set<String> sockets = new HashSet<>();
    Set<Integer> ports = new HashSet<>();
    try (Stream<Path> files = Files.list(of.resolve("fd"))) {
      for (Path file : files.toList()) {
        String target = Files.readSymbolicLink(file).toString();
        if (target.startsWith("socket:[")) {
          sockets.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
      for (String table : List.of("net/tcp", "net/tcp6")) {
        for (String entry : Files.readAllLines(of.resolve(table))) {
          String[] fields = entry.strip().split(" +", -1);
          if (fields[3].equals(LISTENING) && sockets.contains(fields[9])) {
            String address = fields[1];
            ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), RADIX));
          }
        }
      }
    } catch (IOException e) {
      // It has ended; the count of ports shows that one is missing.
    }
    return ports;
  }
}
