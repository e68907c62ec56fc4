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
import io.smartt.controller.gnmi.Notification;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.SetRequest;
import io.smartt.controller.gnmi.SetResponse;
import io.smartt.controller.gnmi.SubscribeRequest;
import io.smartt.controller.gnmi.SubscribeResponse;
import io.smartt.controller.gnmi.Update;
import io.smartt.controller.gnmi.gNMIGrpc;
import io.smartt.experiment.report.RunResult;
import io.smartt.view.gnmi.CounterTree.OpenConfigTree;

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
            .addSupportedModels(model("openconfig-platform-pipeline-counters", "0.6.0"))
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
            .withDescription(Paths.text(path) + ": there is nothing")
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

  /** Makes notifications with the time of the clock. */
  record Answers(InstantSource clock) {
    /** Leaves of one switch. */
    Notification notification(String target, List<CounterTree.Leaf> leaves, Encoding encoding) {
      Notification.Builder notification =
          Notification.newBuilder()
              .setTimestamp(ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant()));
      if (!target.isEmpty()) {
        notification.setPrefix(Path.newBuilder().setTarget(target));
      }
      for (CounterTree.Leaf leaf : leaves) {
        notification.addUpdate(
            Update.newBuilder()
                .setPath(leaf.path().toBuilder().clearOrigin())
                .setVal(leaf.value().in(encoding)));
      }
      return notification.build();
    }

    /** A run that has no counters before its traffic begins. */
    static StatusRuntimeException notYet() {
      return Status.UNAVAILABLE
          .withDescription("nothing has been counted yet")
          .asRuntimeException();
    }
  }

  /**
   * The switches whose counters a request is about, and the tree, from the target in its prefix:
   * the name of a switch, or {@code *} for all of them; {@code COUNTERS_DB} or {@code
   * COUNTERS_DB/leaf1} for SONiC's tree, as its switches with several ASICs take {@code
   * COUNTERS_DB/asic0} (sonic-gnmi 5ec1c20b, sonic_data_client/db_client.go:551). A network of one
   * switch needs no name.
   *
   * @param text as the client wrote it
   * @param name of a switch; empty: the only one
   */
  record Target(String text, String name, CounterTree tree) {
    private static final String ALL = "*";

    static Target of(Path prefix) {
      String text = prefix.getTarget();
      if (text.equals(SonicTree.DATABASE)) {
        return new Target(text, "", new SonicTree());
      }
      if (text.startsWith(SonicTree.DATABASE + "/")) {
        return new Target(text, text.substring(SonicTree.DATABASE.length() + 1), new SonicTree());
      }
      return new Target(text, text, new OpenConfigTree());
    }

    /**
     * The switches of a run.
     *
     * @throws io.grpc.StatusRuntimeException if there is none of the name, with those that there
     *     are
     */
    Collection<CountedSwitch> in(RunResult result) {
      Map<String, CountedSwitch> switches = CountedSwitch.of(result);
      if (name.equals(ALL) || (name.isEmpty() && switches.size() == 1)) {
        return switches.values();
      }
      CountedSwitch one = switches.get(name);
      if (one == null) {
        throw Status.NOT_FOUND
            .withDescription(
                (name.isEmpty() ? "the prefix has no target" : "target " + text)
                    + "; switches are "
                    + String.join(", ", switches.keySet()))
            .asRuntimeException();
      }
      return List.of(one);
    }

    /**
     * The target of an answer: what the client wrote (gNMI 0.10, 2.2.2.1), and where that is all
     * switches the one that has it.
     */
    String answered(CountedSwitch device) {
      return name.equals(ALL) ? text.replace(ALL, device.name()) : text;
    }
  }
}
