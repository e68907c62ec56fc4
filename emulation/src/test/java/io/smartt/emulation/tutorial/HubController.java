package io.smartt.emulation.tutorial;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.emulation.p4tools.P4Program;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.PacketIn;
import org.p4.v1.PacketMetadata;
import org.p4.v1.PacketOut;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.Uint128;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * A controller of an exercise's own, in a process of its own: every packet goes to it and it sends
 * it out of the other port. Arguments: BMv2 JSON and P4Info.
 */
final class HubController implements StreamObserver<StreamMessageResponse> {
  private static final int FIRST_BYTE_OF_ADDRESSES = 8;

  private final P4RuntimeGrpc.P4RuntimeBlockingStub calls;
  private final StreamObserver<StreamMessageRequest> stream;
  private final CountDownLatch primary = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private HubController(ManagedChannel channel) {
    calls = P4RuntimeGrpc.newBlockingStub(channel);
    stream = P4RuntimeGrpc.newStub(channel).streamChannel(this);
  }

  public static void main(String[] arguments) throws InterruptedException {
    new HubController(NettyChannelBuilder.forTarget("127.0.0.1:50051").usePlaintext().build())
        .control(P4Program.read(Path.of(arguments[0]), Optional.of(Path.of(arguments[1]))));
  }

  private void control(P4Program program) throws InterruptedException {
    Uint128 election = Uint128.newBuilder().setLow(1).build();
    stream.onNext(
        StreamMessageRequest.newBuilder()
            .setArbitration(MasterArbitrationUpdate.newBuilder().setElectionId(election))
            .build());
    primary.await();
    var _ =
        calls.setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest.newBuilder()
                .setElectionId(election)
                .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                .setConfig(program.pipelineConfig())
                .build());
    var _ =
        calls.write(
            WriteRequest.newBuilder()
                .setElectionId(election)
                .addUpdates(toController(program))
                .build());
    ended.await();
  }

  private static Update toController(P4Program program) {
    P4Entity.Entry entry =
        EntryBuilder.of(program.info(), "operations")
            .exact("code", FIRST_BYTE_OF_ADDRESSES)
            .action("to_controller", Map.of("reason", FieldValue.of(1)))
            .entry();
    return Update.newBuilder()
        .setType(Update.Type.INSERT)
        .setEntity(new EntityCodec(program.info()).encode(entry))
        .build();
  }

  @Override
  public void onNext(StreamMessageResponse message) {
    if (message.hasArbitration()) {
      primary.countDown();
    } else if (message.hasPacket()) {
      stream.onNext(
          StreamMessageRequest.newBuilder().setPacket(forwarded(message.getPacket())).build());
    }
  }

  private static PacketOut forwarded(PacketIn packet) {
    int from = packet.getMetadata(0).getValue().byteAt(0);
    return PacketOut.newBuilder()
        .setPayload(packet.getPayload())
        .addMetadata(metadata(1, 3 - from))
        .addMetadata(metadata(2, 0))
        .build();
  }

  private static PacketMetadata metadata(int id, int value) {
    return PacketMetadata.newBuilder()
        .setMetadataId(id)
        .setValue(ByteString.copyFrom(new byte[] {(byte) value}))
        .build();
  }

  @Override
  public void onError(Throwable failure) {
    ended.countDown();
  }

  @Override
  public void onCompleted() {
    ended.countDown();
  }
}
