package io.smartt.switchd.process;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import io.smartt.base.input.InputFile;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.switchd.ctl.NamespaceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.p4.v1.Action;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;
import org.p4.v1.Uint128;
import org.p4.v1.Update;

/** Three clients that do their worst to a switch that runs {@code features.p4}, until closed. */
final class ControlChurn implements AutoCloseable {
  private static final int ENTRIES = 40;

  private final NamespaceGrpc grpc;
  private final int port;
  private final ManagedChannel channel;
  private final P4RuntimeClient client;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger batches = new AtomicInteger();
  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicReference<Optional<Throwable>> failure =
      new AtomicReference<>(Optional.empty());
  private final int table;
  private final int forward;
  private volatile boolean ends;

  ControlChurn(NamespaceGrpc grpc, int port, Path p4Info) {
    this.grpc = grpc;
    this.port = port;
    channel = grpc.channel(port);
    client =
        P4RuntimeClient.connect(
            channel, new SwitchId("soaked", 0), ElectionId.of(1_000), Duration.ofSeconds(30));
    P4InfoIndex info =
        P4InfoIndex.of(P4InfoReader.parse(InputFile.bytes(p4Info), p4Info.toString()));
    table = info.tables().find("MyIngress.operations").orElseThrow().id();
    forward = info.actions().find("MyIngress.forward").orElseThrow().id();
    run(this::entries);
    run(this::streamChannels);
    run(this::garbage);
  }

  private interface Work {
    void once() throws IOException, InterruptedException;
  }

  private void run(Work work) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                while (!ends) {
                  work.once();
                }
              } catch (IOException | InterruptedException | RuntimeException e) {
                failure.set(Optional.of(e));
              }
            }));
  }

  private void entries() {
    for (Update.Type type : List.of(Update.Type.INSERT, Update.Type.DELETE)) {
      List<Update> updates = new ArrayList<>();
      for (int i = 0; i < ENTRIES; i++) {
        updates.add(Update.newBuilder().setType(type).setEntity(entry(0x10 + i)).build());
      }
      if (client.write(updates).stream().anyMatch(error -> error.getCanonicalCode() != 0)) {
        throw new IllegalStateException("a write was refused");
      }
      batches.incrementAndGet();
    }
  }

  private Entity entry(int code) {
    return Entity.newBuilder()
        .setTableEntry(
            TableEntry.newBuilder()
                .setTableId(table)
                .addMatch(
                    FieldMatch.newBuilder()
                        .setFieldId(1)
                        .setExact(FieldMatch.Exact.newBuilder().setValue(octet(code))))
                .setAction(
                    TableAction.newBuilder()
                        .setAction(
                            Action.newBuilder()
                                .setActionId(forward)
                                .addParams(
                                    Action.Param.newBuilder().setParamId(1).setValue(octet(2))))))
        .build();
  }

  private static ByteString octet(int value) {
    return ByteString.copyFrom(new byte[] {(byte) value});
  }

  private void streamChannels() throws InterruptedException {
    CountDownLatch answered = new CountDownLatch(1);
    StreamObserver<StreamMessageRequest> stream =
        P4RuntimeGrpc.newStub(channel)
            .streamChannel(
                new StreamObserver<StreamMessageResponse>() {
                  @Override
                  public void onNext(StreamMessageResponse response) {
                    answered.countDown();
                  }

                  @Override
                  public void onError(Throwable e) {
                    answered.countDown();
                  }

                  @Override
                  public void onCompleted() {
                    answered.countDown();
                  }
                });
    stream.onNext(
        StreamMessageRequest.newBuilder()
            .setArbitration(
                MasterArbitrationUpdate.newBuilder()
                    .setElectionId(Uint128.newBuilder().setLow(1 + streams.get() % 900)))
            .build());
    if (!answered.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no answer to an arbitration");
    }
    stream.onCompleted();
    streams.incrementAndGet();
  }

  private void garbage() throws IOException {
    byte[] bytes = new byte[200];
    new Random(connections.get()).nextBytes(bytes);
    try (SocketChannel socket = grpc.socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.write(ByteBuffer.wrap(bytes));
      socket.shutdownOutput();
      ByteBuffer answer = ByteBuffer.allocate(1_000);
      while (socket.read(answer.clear()) >= 0) {
        // Until the switch has had enough.
      }
    } catch (java.net.SocketException e) {
      // A reset is an end too.
    }
    connections.incrementAndGet();
  }

  int batches() {
    return batches.get();
  }

  int streams() {
    return streams.get();
  }

  int connections() {
    return connections.get();
  }

  /** What ended one of the clients too early. */
  Optional<Throwable> failure() {
    return Objects.requireNonNull(failure.get());
  }

  @Override
  public void close() {
    ends = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    client.close();
  }
}
