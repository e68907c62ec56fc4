package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A loss that is counted and that nobody reads is lost in silence. */
class CountersAreReadTest {
  private static final Pattern LOSS =
      Pattern.compile(
          "(?i)lost|dropped|drops|refused|missed|skipped|discarded|rejected|unsent|nottaken");

  private static final Set<String> GENERATED =
      Set.of(
          "io.smartt.switchd.ctl.v1",
          "io.smartt.host.agent.v1",
          "io.smartt.realtime.worker.v1",
          "io.smartt.controller.gnmi",
          "io.smartt.controller.stratum");

  /** Packages of the messages that processes of this program send each other. */
  private static final Set<String> OWN =
      Set.of("io.smartt.switchd.ctl.v1", "io.smartt.host.agent.v1", "io.smartt.realtime.worker.v1");

  /** What only tests ask, of stand-ins for other people's software. */
  private static final Set<String> OF_TESTS = Set.of();

  @Test
  void everyCounterOfLossesHasAReaderInTheProgram() {
    List<String> unread =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.smartt")
                .stream()
                .filter(type -> GENERATED.stream().noneMatch(type.getPackageName()::startsWith))
                .flatMap(type -> type.getMethods().stream())
                .filter(CountersAreReadTest::counts)
                .filter(method -> !isRead(method))
                .map(JavaMethod::getFullName)
                .filter(name -> !OF_TESTS.contains(name))
                .toList();

    assertThat(unread).isEmpty();
  }

  /** A field that only its writer reads has no reader. */
  @Test
  void everyCounterOfLossesInAMessageHasAReaderThatDoesNotWriteIt() {
    List<String> unread =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.smartt")
                .stream()
                .filter(type -> OWN.contains(type.getPackageName()))
                .filter(type -> type.isAssignableTo("com.google.protobuf.GeneratedMessage"))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getName().startsWith("get") && counts(method))
                .filter(method -> !isSize(method))
                .filter(method ->
                    method.getCallsOfSelf().stream()
                        .map(JavaMethodCall::getOrigin)
                        .filter(by -> !GENERATED.contains(by.getOwner().getPackageName()))
                        .allMatch(by -> writes(by, method.getName().replaceFirst("^get", "set"))))
                .map(JavaMethod::getFullName)
                .toList();

    assertThat(unread).isEmpty();
  }

  /** Whether it is the size of a list or a map of the message. */
  private static boolean isSize(JavaMethod method) {
    String of = method.getName().replaceFirst("Count$", "");
    return method.getOwner().getMethods().stream()
        .map(JavaMethod::getName)
        .anyMatch(name -> name.equals(of + "List") || name.equals(of + "Map"));
  }

  private static boolean writes(JavaCodeUnit by, String setter) {
    return by.getMethodCallsFromSelf().stream().anyMatch(call -> call.getName().equals(setter));
  }

  private static boolean counts(JavaMethod method) {
    JavaClass type = method.getRawReturnType();
    return method.getRawParameterTypes().isEmpty()
        && (type.isEquivalentTo(long.class) || type.isEquivalentTo(int.class))
        && LOSS.matcher(method.getName()).find();
  }

  /** Whether it, or what it implements, is called or referred to, or a record reads its own. */
  private static boolean isRead(JavaMethod method) {
    JavaClass owner = method.getOwner();
    boolean byItself =
        owner.tryGetField(method.getName()).stream()
            .flatMap(field -> field.getAccessesToSelf().stream())
            .anyMatch(access ->
                access.getAccessType() == JavaFieldAccess.AccessType.GET
                    && !access.getOrigin().equals(method));
    return byItself
        || Stream.concat(
                Stream.of(owner),
                Stream.concat(
                    owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream()))
            .flatMap(type -> type.tryGetMethod(method.getName()).stream())
            .anyMatch(found ->
                !found.getCallsOfSelf().isEmpty() || !found.getReferencesToSelf().isEmpty());
  }
}
