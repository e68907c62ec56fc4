package io.smartt.host.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.DefaultEventLoop;
import io.smartt.host.agent.v1.AgentGrpc;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.DescribeRequest;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.StartFlowsRequest;
import io.smartt.host.agent.v1.StopRequest;
import io.smartt.host.agent.v1.WatchRequest;
import io.smartt.host.packetio.PacketOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of an agent's access control and of its replies to wrong calls. */
class AgentServerTest {
  private static final BearerToken TOKEN = new BearerToken("0123456789abcdef");

  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final CountDownLatch exit = new CountDownLatch(1);
  private final AgentService service =
      new AgentService(
          "1.2.3",
          new AgentInterface("eth7", 0x020000000001L, 9000, Optional.empty(), PacketOptions.HOST),
          List.of(loop),
          (request, listener) -> {
            throw new IllegalArgumentException("unknown key 'colour'");
          },
          exit::countDown);

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private interface Caller {
    void call(AgentGrpc.AgentBlockingStub agent);
  }

  private void with(Optional<BearerToken> asked, Optional<BearerToken> shown, Caller caller)
      throws IOException {
    try (AgentServer server =
        AgentServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            asked,
            service)) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
      try {
        AgentGrpc.AgentBlockingStub stub =
            AgentGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
        caller.call(shown.map(token -> stub.withInterceptors(token.shown())).orElse(stub));
      } finally {
        channel.shutdownNow();
      }
    }
  }

  @Test
  void tellsWhoItIsToWhoeverShowsItsToken() throws IOException {
    with(
        Optional.of(TOKEN),
        Optional.of(TOKEN),
        agent -> {
          var description = agent.describe(DescribeRequest.getDefaultInstance());
          assertThat(description.getVersion()).isEqualTo("1.2.3");
          assertThat(description.getInterfaceName()).isEqualTo("eth7");
          assertThat(description.getMtuBytes()).isEqualTo(9000);
          assertThat(description.getConfigured()).isFalse();
        });
  }

  @Test
  void saysWhetherTheTokenIsMissingOrWrong() throws IOException {
    with(
        Optional.of(TOKEN),
        Optional.empty(),
        agent ->
            assertRefused(
                () -> agent.describe(DescribeRequest.getDefaultInstance()),
                Status.Code.UNAUTHENTICATED,
                "no token was shown"));
    with(
        Optional.of(TOKEN),
        Optional.of(new BearerToken("0123456789abcdeX")),
        agent ->
            assertRefused(
                () -> agent.describe(DescribeRequest.getDefaultInstance()),
                Status.Code.UNAUTHENTICATED,
                "the token is not this server's"));
  }

  @Test
  void listensBeyondLoopbackOnlyWithTlsAndToken() {
    InetSocketAddress anywhere = new InetSocketAddress(0);

    assertThatThrownBy(
            () -> AgentServer.start(anywhere, Optional.empty(), Optional.empty(), service))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("takes TLS and a token; missing: both");
    assertThatThrownBy(
            () -> AgentServer.start(anywhere, Optional.empty(), Optional.of(TOKEN), service))
        .hasMessageContaining("missing: the certificate and key");
  }

  @Test
  void refusesFlowsBeforeAnExperiment() throws IOException {
    with(
        Optional.empty(),
        Optional.empty(),
        agent -> {
          assertRefused(
              () ->
                  agent.startFlows(
                      StartFlowsRequest.newBuilder()
                          .addFlows(FlowOrder.getDefaultInstance())
                          .build()),
              Status.Code.FAILED_PRECONDITION,
              "call Configure first");
          assertRefused(
              () -> agent.watch(WatchRequest.getDefaultInstance()).forEachRemaining(report -> {}),
              Status.Code.FAILED_PRECONDITION,
              "call Configure first");
        });
  }

  @Test
  void namesTheSettingThatItDoesNotKnow() throws IOException {
    with(
        Optional.empty(),
        Optional.empty(),
        agent -> {
          assertRefused(
              () -> agent.configure(ConfigureRequest.newBuilder().setNetworkRttPs(1).build()),
              Status.Code.INVALID_ARGUMENT,
              "unknown key 'colour'");
          assertRefused(
              () -> agent.configure(ConfigureRequest.getDefaultInstance()),
              Status.Code.INVALID_ARGUMENT,
              "network_rtt_ps is 0; it is positive");
        });
  }

  @Test
  void refusesBytesThatAreNoMessage() throws IOException {
    MethodDescriptor<byte[], byte[]> anything =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(AgentGrpc.getConfigureMethod().getFullMethodName())
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();
    with(
        Optional.empty(),
        Optional.empty(),
        agent ->
            assertRefused(
                () ->
                    ClientCalls.blockingUnaryCall(
                        agent.getChannel(),
                        anything,
                        agent.getCallOptions(),
                        new byte[] {(byte) 0xff, (byte) 0xff}),
                Status.Code.INVALID_ARGUMENT,
                "the request is not its Protobuf message"));
  }

  /** Messages as they are. */
  private record Bytes() implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void endsOnRequest() throws IOException {
    with(
        Optional.empty(),
        Optional.empty(),
        agent -> {
          agent.stop(StopRequest.getDefaultInstance());
          assertThat(exit.getCount()).isOne();
          agent.stop(StopRequest.newBuilder().setExit(true).build());
          awaitExit();
        });
  }

  /** The answer comes before the end, which it would not survive. */
  private void awaitExit() {
    try {
      assertThat(exit.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void tokensAreLongWordsAndDoNotShowInLogs() {
    assertThatThrownBy(() -> new BearerToken("short")).hasMessageContaining("16 or more");
    assertThatThrownBy(() -> new BearerToken("0123456789 abcdef")).hasMessageContaining("one word");
    assertThat(TOKEN).hasToString("BearerToken");
  }

  private static void assertRefused(Runnable call, Status.Code code, String why) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(code);
              assertThat(e.getStatus().getDescription()).contains(why);
            });
  }
}
