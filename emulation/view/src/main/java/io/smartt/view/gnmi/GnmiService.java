package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.smartt.controller.gnmi.CapabilityRequest;
import io.smartt.controller.gnmi.CapabilityResponse;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.GetRequest;
import io.smartt.controller.gnmi.GetResponse;
import io.smartt.controller.gnmi.ModelData;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.SetRequest;
import io.smartt.controller.gnmi.SetResponse;
import io.smartt.controller.gnmi.SubscribeRequest;
import io.smartt.controller.gnmi.SubscribeResponse;
import io.smartt.controller.gnmi.gNMIGrpc;
import io.smartt.experiment.report.RunResult;

/** gNMI 0.10 for reading. The answers of an OpenConfig path are its leaves, one update each. */
final class GnmiService extends gNMIGrpc.gNMIImplBase {
  private static final int MOST_STREAMS = 16;

  private final GnmiServer.CounterSource source;
  private final Answers answers;
  private final ScheduledExecutorService thread;
  private final LongSupplier clockNs;
  private final AtomicInteger streams = new AtomicInteger();

  /**
   * @param thread one, on which streams live
   */
  GnmiService(
      GnmiServer.CounterSource source,
      Answers answers,
      ScheduledExecutorService thread,
      LongSupplier clockNs) {
    this.source = source;
    this.answers = answers;
    this.thread = thread;
    this.clockNs = clockNs;
  }

  @Override
  public void capabilities(CapabilityRequest request, StreamObserver<CapabilityResponse> client) {
    client.onNext(
        CapabilityResponse.newBuilder()
            .addSupportedModels(model("openconfig-interfaces", "3.8.1"))
            .addSupportedModels(model("openconfig-qos", "2.2.0"))
            .addAllSupportedEncodings(Paths.ENCODINGS)
            .setGNMIVersion("0.10.0")
            .build());
    client.onCompleted();
  }

  private static ModelData model(String name, String version) {
    return ModelData.newBuilder()
        .setName(name)
        .setOrganization("OpenConfig working group")
        .setVersion(version)
        .build();
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> client) {
    Encoding encoding;
    Target target;
    List<Path> paths;
    try {
      Paths.checkNumber(request.getPathCount());
      encoding = Paths.checked(request.getEncoding());
      target = Target.of(request.getPrefix());
      paths =
          request.getPathList().stream()
              .map(path -> Paths.whole(request.getPrefix(), path, target))
              .toList();
    } catch (StatusRuntimeException e) {
      client.onError(e);
      return;
    }
    source.ask(result -> {
      try {
        client.onNext(got(result.orElseThrow(Answers::notYet), target, paths, encoding));
        client.onCompleted();
      } catch (StatusRuntimeException e) {
        client.onError(e);
      }
    });
  }

  /** A notification for each path and switch (gNMI 0.10, 3.3.2). */
  private GetResponse got(RunResult result, Target target, List<Path> paths, Encoding encoding) {
    GetResponse.Builder response = GetResponse.newBuilder();
    for (Path path : paths) {
      int before = response.getNotificationCount();
      for (CountedSwitch device : target.in(result)) {
        Optional.of(target.tree().at(device, path))
            .filter(leaves -> !leaves.isEmpty())
            .ifPresent(leaves ->
                response.addNotification(
                    answers.notification(target.answered(device), leaves, encoding)));
      }
      if (response.getNotificationCount() == before) {
        throw Status.NOT_FOUND
            .withDescription(PathPattern.text(path) + ": there is nothing")
            .asRuntimeException();
      }
    }
    return response.build();
  }

  @Override
  public void set(SetRequest request, StreamObserver<SetResponse> client) {
    client.onError(
        Status.UNIMPLEMENTED
            .withDescription("a run's switches are programmed over P4Runtime; gNMI shows counters")
            .asRuntimeException());
  }

  @Override
  public StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> client) {
    if (streams.incrementAndGet() > MOST_STREAMS) {
      streams.decrementAndGet();
      client.onError(
          Status.RESOURCE_EXHAUSTED
              .withDescription("there are " + MOST_STREAMS + " subscriptions already")
              .asRuntimeException());
      return new Deaf();
    }
    return new GnmiStream(
        (ServerCallStreamObserver<SubscribeResponse>) client,
        source,
        answers,
        thread,
        clockNs,
        streams::decrementAndGet);
  }

  /** The observer of a call that is over. */
  private static final class Deaf implements StreamObserver<SubscribeRequest> {
    @Override
    public void onNext(SubscribeRequest request) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onCompleted() {}
  }
}
