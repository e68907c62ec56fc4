package io.smartt.host.own;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The fault in a user's code, and its line.
 *
 * @param what the exception
 * @param line file and line of the innermost frame that is the user's; empty if none is
 */
public record UserCodeFault(String what, String line) {
  /** Finds the user's line in what was thrown. */
  public static UserCodeFault of(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String loader = frame.getClassLoaderName();
      if (loader != null && loader.startsWith(OwnLoader.PREFIX)) {
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return new UserCodeFault(name(thrown), frame.getFileName() + line);
      }
    }
    return new UserCodeFault(name(thrown), "");
  }

  private static String name(Throwable thrown) {
    String message = thrown.getMessage();
    return thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  /** Line and exception, as errors have them. */
  public String text() {
    return line.isEmpty() ? what : line + ": " + what;
  }

  /**
   * Defines the classes of one {@link OwnClasses}, each able to be stopped; asks the program's
   * loader for all others. Two loads of one file share no state.
   */
  static final class OwnLoader extends ClassLoader {
    /** First part of the names of such loaders, which stack traces have. */
    static final String PREFIX = "own:";

    private final SortedMap<String, byte[]> classes;
    private final LoopPolls polls;

    /** Guards of calls into these classes, with the algorithm's name; a run's go when it ends. */
    private final Map<CallGuard, String> guards = new WeakHashMap<>();

    private LoopPoll.@Nullable Exit exit;

    OwnLoader(OwnClasses own) {
      super(PREFIX + own.file(), OwnLoader.class.getClassLoader());
      classes = own.byName();
      polls = new LoopPolls(classes);
    }

    /** Tells a guard of what has called for the end of the process, now or later. */
    synchronized void guard(CallGuard guard, String algorithm) {
      guards.put(guard, algorithm);
      if (exit != null) {
        guard.exited(algorithm, exit);
      }
    }

    /** Code of these classes wanted to end the process. */
    synchronized void exited(LoopPoll.Exit by) {
      exit = by;
      guards.forEach((guard, algorithm) -> guard.exited(algorithm, by));
    }

    /** A class that is on the program's path too is still defined here. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
          byte @Nullable [] file = classes.get(name);
          return file == null ? super.loadClass(name, resolve) : define(name, file);
        }
        return loaded;
      }
    }

    private Class<?> define(String name, byte[] file) {
      byte[] polled = polls.into(file);
      return defineClass(name, polled, 0, polled.length);
    }
  }

  /**
   * Puts a call of {@link LoopPoll#poll} at the start of each method and before each jump
   * backwards, so that a loop without end can be ended: Java stops no thread that does not look.
   * Calls that end the process become {@link LoopPoll#exit}.
   */
  private static final class LoopPolls {
    private static final ClassDesc POLL =
        ClassDesc.of(LoopPolls.class.getPackageName() + ".LoopPoll");
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.ofDescriptor("()V");

    private static final MethodTypeDesc EXIT = MethodTypeDesc.ofDescriptor("(I)V");
    private static final MethodTypeDesc EXIT_OF =
        MethodTypeDesc.ofDescriptor("(Ljava/lang/Runtime;I)V");
    private static final Set<String> EXITS =
        Set.of("java/lang/System.exit", "java/lang/Runtime.exit", "java/lang/Runtime.halt");

    private final ClassFile files;

    /** Creates the polls for the classes of one algorithm, which refer to each other. */
    LoopPolls(Map<String, byte[]> classes) {
      ClassHierarchyResolver own =
          ClassHierarchyResolver.ofResourceParsing(type -> stream(classes.get(name(type))));
      files =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  own.orElse(
                          ClassHierarchyResolver.ofResourceParsing(
                              LoopPolls.class.getClassLoader()))
                      .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    private static @Nullable InputStream stream(byte @Nullable [] file) {
      return file == null ? null : new ByteArrayInputStream(file);
    }

    private static String name(ClassDesc type) {
      String descriptor = type.descriptorString();
      return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }

    /** The class with the calls. */
    byte[] into(byte[] file) {
      return files.transformClass(
          files.parse(file),
          ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(Polling::new)));
    }

    private static final class Polling implements CodeTransform {
      private final Set<Label> passed = new HashSet<>();
      private boolean begun;

      @Override
      public void accept(CodeBuilder builder, CodeElement element) {
        if (!begun && element instanceof Instruction) {
          // Behind the number of the first line, which an error in the call then has.
          builder.invokestatic(POLL, "poll", NOTHING);
          begun = true;
        }
        switch (element) {
          case InvokeInstruction call when EXITS.contains(called(call)) -> {
            boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
            builder.invokestatic(POLL, "exit", isStatic ? EXIT : EXIT_OF);
            return;
          }
          case InvokeDynamicInstruction call
              when call.bootstrapArgs().stream().anyMatch(Polling::ends) -> {
            builder.invokedynamic(
                DynamicCallSiteDesc.of(
                    call.bootstrapMethod(),
                    call.name().stringValue(),
                    call.typeSymbol(),
                    call.bootstrapArgs().stream()
                        .map(Polling::instead)
                        .toArray(ConstantDesc[]::new)));
            return;
          }
          case LabelTarget target -> passed.add(target.label());
          case BranchInstruction branch -> pollIfBack(builder, List.of(branch.target()));
          case TableSwitchInstruction choice ->
              pollIfBack(builder, targets(choice.cases(), choice.defaultTarget()));
          case LookupSwitchInstruction choice ->
              pollIfBack(builder, targets(choice.cases(), choice.defaultTarget()));
          default -> {
            // Goes on to the next.
          }
        }
        builder.with(element);
      }

      /** A reference such as {@code System::exit}. */
      private static boolean ends(ConstantDesc argument) {
        return argument instanceof DirectMethodHandleDesc method
            && EXITS.contains(name(method.owner()).replace('.', '/') + "." + method.methodName());
      }

      private static ConstantDesc instead(ConstantDesc argument) {
        return ends(argument)
            ? MethodHandleDesc.ofMethod(
                DirectMethodHandleDesc.Kind.STATIC,
                POLL,
                "exit",
                ((DirectMethodHandleDesc) argument).kind() == DirectMethodHandleDesc.Kind.STATIC
                    ? EXIT
                    : EXIT_OF)
            : argument;
      }

      private static String called(InvokeInstruction call) {
        return call.owner().asInternalName() + "." + call.name().stringValue();
      }

      private static List<Label> targets(List<SwitchCase> cases, Label otherwise) {
        List<Label> targets = new ArrayList<>(List.of(otherwise));
        cases.forEach(one -> targets.add(one.target()));
        return targets;
      }

      private void pollIfBack(CodeBuilder builder, List<Label> targets) {
        if (targets.stream().anyMatch(passed::contains)) {
          builder.invokestatic(POLL, "poll", NOTHING);
        }
      }
    }
  }
}
