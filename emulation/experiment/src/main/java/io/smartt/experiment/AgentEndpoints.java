package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnFiles;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.OwnAlgorithm;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.EndpointRequest;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.own.CallWatch;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;

/** Makes the transport of an agent from an experiment's settings. */
public final class AgentEndpoints implements EndpointRequest.EndpointFactory {
  private final SettingsCatalog catalog;
  private final boolean takesAlgorithms;
  private final AtomicReference<CallWatch.Watching> watching = new AtomicReference<>(() -> {});

  /**
   * Makes endpoints of experiments whose settings are of a catalog.
   *
   * @param takesAlgorithms whether callers are known, so that algorithms that they bring, which run
   *     with the rights of this process, are loaded
   */
  public AgentEndpoints(SettingsCatalog catalog, boolean takesAlgorithms) {
    this.catalog = catalog;
    this.takesAlgorithms = takesAlgorithms;
  }

  /**
   * Returns what the agent of a host needs of an experiment: every setting that was set explicitly,
   * with the host's own congestion control, and those of groups of flows.
   */
  public static Map<String, String> settingsOf(ExperimentSpec spec, CongestionControl scheme) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (SettingKey<?> key : spec.settings().catalog().keys()) {
      if (spec.settings().isSet(key)) {
        texts.put(key.name(), spec.settings().text(key));
      }
    }
    if (!scheme.name().equals(spec.scheme().name())) {
      texts.put(SettingKeys.SCHEME.name(), scheme.name());
    }
    SchemesOfHosts.ofGroups(spec.settings())
        .forEach((group, other) -> texts.put(SchemesOfHosts.PREFIX + group, other.name()));
    return texts;
  }

  /** Returns the user's algorithms of an experiment, compiled. */
  public static List<EndpointRequest.Algorithm> algorithmsOf(ExperimentSpec spec) {
    return spec.settings().catalog().own().all().stream()
        .map(own -> new EndpointRequest.Algorithm(own.role().key().name(), own.source().classes()))
        .toList();
  }

  private SettingsCatalog catalog(EndpointRequest request) {
    if (!request.algorithms().isEmpty() && !takesAlgorithms) {
      throw new UserInputException(
          "this agent has no token (--token-file), so it runs no algorithm of a caller's");
    }
    SettingsCatalog all = catalog;
    for (EndpointRequest.Algorithm own : request.algorithms()) {
      AlgorithmRole role =
          AlgorithmRole.of(own.role())
              .orElseThrow(() -> new UserInputException("no algorithm is a " + own.role()));
      all = all.with(OwnAlgorithm.load(role, new OwnFiles.OwnSource.Compiled(own.classes())));
    }
    return all;
  }

  /** A caller's settings never name files of this machine. */
  private static Settings with(Settings settings, String key, String text) {
    if (AlgorithmRole.of(key).isPresent() && OwnFiles.isOwn(text)) {
      throw new UserInputException(key + ": '" + text + "' is a file, and an agent reads none");
    }
    return settings.with(key, text);
  }

  @Override
  public TransportEndpoint create(EndpointRequest request, TransportListener listener) {
    try {
      Settings settings = catalog(request).defaults();
      for (Map.Entry<String, String> entry : request.settings().entrySet()) {
        settings = with(settings, entry.getKey(), entry.getValue());
      }
      ExperimentSpec spec =
          new ExperimentSpec(
              "agent",
              "agent",
              settings,
              new InputSource.Named(settings.text(SettingKeys.TOPOLOGY)),
              new InputSource.Named(settings.text(SettingKeys.WORKLOAD)),
              false,
              List.of());
      HostSetup setup =
          new HostSetup(spec, request.networkRttPs(), new HostSchemes(spec.scheme(), Map.of()));
      watching.getAndSet(setup.watchCalls()).close();
      return setup.endpoint(
          request.address(), request.linkBps(), listener, new SplittableRandom(request.seed()));
    } catch (UserInputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
