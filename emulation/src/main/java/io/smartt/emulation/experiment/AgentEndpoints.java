package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.InputSource;
import io.smartt.emulation.settings.SettingKey;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import io.smartt.emulation.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.EndpointFactory;
import io.smartt.host.agent.daemon.EndpointRequest;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes the transport of an agent from an experiment's settings. */
public final class AgentEndpoints implements EndpointFactory {
  private final SettingsCatalog catalog;

  /** Makes endpoints of experiments whose settings are of a catalog. */
  public AgentEndpoints(SettingsCatalog catalog) {
    this.catalog = catalog;
  }

  /** Returns what an agent needs of an experiment: every setting that was set explicitly. */
  public static Map<String, String> settingsOf(ExperimentSpec spec) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (SettingKey<?> key : spec.settings().catalog().keys()) {
      if (spec.settings().isSet(key)) {
        texts.put(key.name(), spec.settings().text(key));
      }
    }
    return texts;
  }

  @Override
  public TransportEndpoint create(EndpointRequest request, TransportListener listener) {
    try {
      Settings settings = catalog.defaults();
      for (Map.Entry<String, String> entry : request.settings().entrySet()) {
        settings = settings.with(entry.getKey(), entry.getValue());
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
      return new HostSetup(spec, request.networkRttPs())
          .endpoint(
              request.address(), request.linkBps(), listener, new SplittableRandom(request.seed()));
    } catch (UserInputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
