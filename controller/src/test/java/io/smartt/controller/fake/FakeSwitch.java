package io.smartt.controller.fake;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.CapabilitiesResponse;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest;
import org.p4.v1.GetForwardingPipelineConfigResponse;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.ReadRequest;
import org.p4.v1.ReadResponse;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.SetForwardingPipelineConfigResponse;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;
import org.p4.v1.Uint128;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;
import org.p4.v1.WriteResponse;

/**
 * One device. It knows no program: entities are kept by what identifies them, wildcards are ids
 * left out, and references (entry to group, group to member) are checked, so that a client that
 * writes in the wrong order is found out.
 */
public final class FakeSwitch extends P4RuntimeGrpc.P4RuntimeImplBase {
  private final Map<Entity, Entity> state = new LinkedHashMap<>();
  private final List<Update> writes = new ArrayList<>();
  private Function<Update, Optional<Error>> refusal = update -> Optional.empty();
  private Optional<ForwardingPipelineConfig> config = Optional.empty();
  private Uint128 highest = Uint128.getDefaultInstance();
  private int pipelinePushes;
  private int openStreams;
  private boolean deaf;
  private boolean forgetful;

  /** Answers the updates for which the function gives an error with that error. */
  public synchronized void refuse(Function<Update, Optional<Error>> newRefusal) {
    refusal = newRefusal;
  }

  /** From now on nothing is answered. */
  public synchronized void stopAnswering() {
    deaf = true;
  }

  /** From now on writes are said to be made, and are not. */
  public synchronized void forgetWrites() {
    forgetful = true;
  }

  /** Puts something in as if another controller had. */
  public synchronized void put(Entity entity) {
    state.put(key(entity), entity);
  }

  /** Loses an entity behind the controller's back. */
  public synchronized void lose(Entity entity) {
    state.remove(key(entity));
  }

  /** Everything that is in the switch. */
  public synchronized List<Entity> entities() {
    return List.copyOf(state.values());
  }

  /** Every update that was tried, in order. */
  public synchronized List<Update> writes() {
    return List.copyOf(writes);
  }

  /** How often a program was loaded. */
  public synchronized int pipelinePushes() {
    return pipelinePushes;
  }

  /** Sessions now open. */
  public synchronized int openStreams() {
    return openStreams;
  }

  @Override
  public synchronized StreamObserver<StreamMessageRequest> streamChannel(
      StreamObserver<StreamMessageResponse> responses) {
    openStreams++;
    return new StreamObserver<>() {
      @Override
      public void onNext(StreamMessageRequest request) {
        arbitrate(request.getArbitration(), responses);
      }

      @Override
      public void onError(Throwable error) {
        closed();
      }

      @Override
      public void onCompleted() {
        closed();
        responses.onCompleted();
      }
    };
  }

  private synchronized void closed() {
    openStreams--;
  }

  private synchronized void arbitrate(
      MasterArbitrationUpdate bid, StreamObserver<StreamMessageResponse> responses) {
    if (deaf) {
      return;
    }
    boolean primary = compare(bid.getElectionId(), highest) >= 0;
    if (primary) {
      highest = bid.getElectionId();
    }
    responses.onNext(
        StreamMessageResponse.newBuilder()
            .setArbitration(
                bid.toBuilder()
                    .setElectionId(highest)
                    .setStatus(
                        com.google.rpc.Status.newBuilder()
                            .setCode(primary ? Code.OK_VALUE : Code.ALREADY_EXISTS_VALUE)))
            .build());
  }

  private static int compare(Uint128 a, Uint128 b) {
    int high = Long.compareUnsigned(a.getHigh(), b.getHigh());
    return high != 0 ? high : Long.compareUnsigned(a.getLow(), b.getLow());
  }

  @Override
  public synchronized void write(WriteRequest request, StreamObserver<WriteResponse> response) {
    if (!request.getElectionId().equals(highest)) {
      response.onError(
          Status.PERMISSION_DENIED.withDescription("not primary").asRuntimeException());
      return;
    }
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.UNKNOWN_VALUE)
            .setMessage("some updates failed");
    boolean failed = false;
    for (Update update : request.getUpdatesList()) {
      Error error = apply(update);
      failed |= error.getCanonicalCode() != 0;
      status.addDetails(Any.pack(error));
    }
    if (failed) {
      response.onError(StatusProto.toStatusRuntimeException(status.build()));
    } else {
      finish(response, WriteResponse.getDefaultInstance());
    }
  }

  private Error apply(Update update) {
    writes.add(update);
    Optional<Error> refused = refusal.apply(update);
    if (refused.isPresent()) {
      return refused.get();
    }
    Entity key = key(update.getEntity());
    boolean exists =
        state.containsKey(key) || update.getEntity().getTableEntry().getIsDefaultAction();
    if (update.getType() == Update.Type.INSERT && exists) {
      return error(Code.ALREADY_EXISTS_VALUE, "exists");
    }
    if (update.getType() != Update.Type.INSERT && !exists) {
      return error(Code.NOT_FOUND_VALUE, "does not exist");
    }
    Optional<Entity> missing = missingReference(update.getEntity());
    if (update.getType() != Update.Type.DELETE && missing.isPresent()) {
      return error(Code.NOT_FOUND_VALUE, "refers to nothing");
    }
    if (update.getType() == Update.Type.DELETE && isReferred(key)) {
      return error(Code.FAILED_PRECONDITION_VALUE, "in use");
    }
    if (!forgetful) {
      if (update.getType() == Update.Type.DELETE) {
        state.remove(key);
      } else {
        state.put(key, update.getEntity());
      }
    }
    return Error.getDefaultInstance();
  }

  /** An error for {@link #refuse}. */
  public static Error error(int code, String message) {
    return Error.newBuilder().setCanonicalCode(code).setMessage(message).build();
  }

  private Optional<Entity> missingReference(Entity entity) {
    return references(entity).stream().filter(key -> !state.containsKey(key)).findFirst();
  }

  private boolean isReferred(Entity key) {
    return state.values().stream().anyMatch(entity -> references(entity).contains(key));
  }

  /** Keys of what an entity needs. There is one action profile, so its id is not looked at. */
  private static List<Entity> references(Entity entity) {
    TableAction action = entity.getTableEntry().getAction();
    return switch (action.getTypeCase()) {
      case ACTION_PROFILE_GROUP_ID -> List.of(groupKey(action.getActionProfileGroupId()));
      case ACTION_PROFILE_MEMBER_ID -> List.of(memberKey(action.getActionProfileMemberId()));
      default ->
          entity.getActionProfileGroup().getMembersList().stream()
              .map(member -> memberKey(member.getMemberId()))
              .toList();
    };
  }

  private static Entity memberKey(int id) {
    return Entity.newBuilder()
        .setActionProfileMember(ActionProfileMember.newBuilder().setMemberId(id))
        .build();
  }

  private static Entity groupKey(int id) {
    return Entity.newBuilder()
        .setActionProfileGroup(ActionProfileGroup.newBuilder().setGroupId(id))
        .build();
  }

  private static Entity key(Entity entity) {
    Entity.Builder key = entity.toBuilder();
    switch (entity.getEntityCase()) {
      case TABLE_ENTRY -> {
        TableEntry entry = entity.getTableEntry();
        key.setTableEntry(
            TableEntry.newBuilder()
                .setTableId(entry.getTableId())
                .addAllMatch(entry.getMatchList())
                .setPriority(entry.getPriority())
                .setIsDefaultAction(entry.getIsDefaultAction()));
      }
      case ACTION_PROFILE_MEMBER ->
          key.getActionProfileMemberBuilder().clearAction().clearActionProfileId();
      case ACTION_PROFILE_GROUP ->
          key.getActionProfileGroupBuilder().clearMembers().clearMaxSize().clearActionProfileId();
      case COUNTER_ENTRY -> key.getCounterEntryBuilder().clearData();
      case DIRECT_COUNTER_ENTRY -> key.getDirectCounterEntryBuilder().clearData();
      case REGISTER_ENTRY -> key.getRegisterEntryBuilder().clearData();
      case PACKET_REPLICATION_ENGINE_ENTRY ->
          key.getPacketReplicationEngineEntryBuilder()
              .getCloneSessionEntryBuilder()
              .clearReplicas()
              .clearClassOfService()
              .clearPacketLengthBytes();
      default -> throw new IllegalArgumentException(entity.getEntityCase().name());
    }
    return key.build();
  }

  @Override
  public synchronized void read(ReadRequest request, StreamObserver<ReadResponse> response) {
    if (deaf) {
      return;
    }
    for (Entity pattern : request.getEntitiesList()) {
      List<Entity> found =
          state.entrySet().stream()
              .filter(entry -> matches(pattern, entry.getValue()))
              .map(Map.Entry::getValue)
              .toList();
      response.onNext(ReadResponse.newBuilder().addAllEntities(found).build());
    }
    response.onCompleted();
  }

  /** Matches each field that the pattern sets; a default entry must be asked for. */
  private static boolean matches(Entity pattern, Entity entity) {
    if (pattern.getEntityCase() != entity.getEntityCase()) {
      return false;
    }
    return (!entity.hasTableEntry()
            || entity.getTableEntry().getIsDefaultAction()
                == pattern.getTableEntry().getIsDefaultAction())
        && contains(pattern, entity);
  }

  private static boolean contains(Message pattern, Message whole) {
    return pattern.getAllFields().entrySet().stream()
        .allMatch(field ->
            field.getValue() instanceof Message inner
                ? contains(inner, (Message) whole.getField(field.getKey()))
                : field.getValue().equals(whole.getField(field.getKey())));
  }

  @Override
  public synchronized void setForwardingPipelineConfig(
      SetForwardingPipelineConfigRequest request,
      StreamObserver<SetForwardingPipelineConfigResponse> response) {
    pipelinePushes++;
    config = Optional.of(request.getConfig());
    state.clear();
    finish(response, SetForwardingPipelineConfigResponse.getDefaultInstance());
  }

  @Override
  public synchronized void getForwardingPipelineConfig(
      GetForwardingPipelineConfigRequest request,
      StreamObserver<GetForwardingPipelineConfigResponse> response) {
    GetForwardingPipelineConfigResponse.Builder answer =
        GetForwardingPipelineConfigResponse.newBuilder();
    config.ifPresent(c -> {
      ForwardingPipelineConfig.Builder part = c.toBuilder();
      switch (request.getResponseType()) {
        case COOKIE_ONLY -> part.clearP4Info().clearP4DeviceConfig();
        case P4INFO_AND_COOKIE -> part.clearP4DeviceConfig();
        case DEVICE_CONFIG_AND_COOKIE -> part.clearP4Info();
        case ALL, UNRECOGNIZED -> {}
      }
      answer.setConfig(part);
    });
    finish(response, answer.build());
  }

  @Override
  public void capabilities(
      CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> response) {
    finish(response, CapabilitiesResponse.newBuilder().setP4RuntimeApiVersion("1.5.0").build());
  }

  private static <T> void finish(StreamObserver<T> response, T value) {
    response.onNext(value);
    response.onCompleted();
  }
}
