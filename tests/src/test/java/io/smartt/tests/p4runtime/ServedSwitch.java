package io.smartt.tests.p4runtime;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.seed.PortNumbers;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.UUID;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.ReadRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.Uint128;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/** An embedded switch of 8 ports behind its server, in this thread, with a primary controller. */
final class ServedSwitch implements AutoCloseable {
  static final long DEVICE = 1;
  static final int PORTS = 8;

  static final long ELECTION = 3;
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final EmbeddedSwitch device =
      new EmbeddedSwitch(
          "s",
          PortNumbers.upTo(PORTS),
          OptionalInt.empty(),
          List.of(QueueConfig.packets(64)),
          _ -> {});
  private final Server server;
  private final ManagedChannel channel;
  private final P4RuntimeClient primary;

  ServedSwitch() {
    String name = "served-" + UUID.randomUUID();
    SplittableRandom random = new SplittableRandom(1);
    P4RuntimeService service =
        new P4RuntimeService(
            List.of(new EmbeddedDevice(DEVICE, device, random::split)),
            Bmv2Program::load,
            P4RuntimeSettings.lenient());
    try {
      server =
          InProcessServerBuilder.forName(name).directExecutor().addService(service).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel =
        InProcessChannelBuilder.forName(name)
            .directExecutor()
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .build();
    primary =
        P4RuntimeClient.connect(
            channel, new SwitchId("s", DEVICE), ElectionId.of(ELECTION), Duration.ofMinutes(5));
  }

  EmbeddedSwitch device() {
    return device;
  }

  P4RuntimeGrpc.P4RuntimeBlockingStub stub() {
    return P4RuntimeGrpc.newBlockingStub(channel);
  }

  P4RuntimeGrpc.P4RuntimeStub asyncStub() {
    return P4RuntimeGrpc.newStub(channel);
  }

  void set(SetForwardingPipelineConfigRequest.Action action, ForwardingPipelineConfig config) {
    var _ =
        stub()
            .setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                    .setDeviceId(DEVICE)
                    .setElectionId(electionId(ELECTION))
                    .setAction(action)
                    .setConfig(config)
                    .build());
  }

  static Uint128 electionId(long low) {
    return Uint128.newBuilder().setLow(low).build();
  }

  WriteRequest.Builder request(List<Update> updates) {
    return WriteRequest.newBuilder()
        .setDeviceId(DEVICE)
        .setElectionId(electionId(ELECTION))
        .addAllUpdates(updates);
  }

  /** A code for each update, in order. */
  List<Status.Code> write(WriteRequest request) {
    try {
      var _ = stub().write(request);
      return request.getUpdatesList().stream().map(_ -> Status.Code.OK).toList();
    } catch (StatusRuntimeException e) {
      List<Status.Code> codes = codes(e);
      if (codes.size() != request.getUpdatesCount()) {
        throw e;
      }
      return codes;
    }
  }

  private static List<Status.Code> codes(StatusRuntimeException failure) {
    List<Status.Code> codes = new ArrayList<>();
    com.google.rpc.Status status = StatusProto.fromThrowable(failure);
    if (status != null) {
      for (Any detail : status.getDetailsList()) {
        try {
          codes.add(Status.fromCodeValue(detail.unpack(Error.class).getCanonicalCode()).getCode());
        } catch (InvalidProtocolBufferException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return codes;
  }

  List<Entity> read(List<Entity> patterns) {
    return read("", patterns);
  }

  List<Entity> read(String role, List<Entity> patterns) {
    List<Entity> entities = new ArrayList<>();
    stub()
        .read(
            ReadRequest.newBuilder()
                .setDeviceId(DEVICE)
                .setRole(role)
                .addAllEntities(patterns)
                .build())
        .forEachRemaining(response -> entities.addAll(response.getEntitiesList()));
    return entities;
  }

  @Override
  public void close() {
    primary.close();
    channel.shutdownNow();
    server.shutdownNow();
  }
}
