/** The embedded switch behind its P4Runtime server, as a controller and a cable see it. */
@org.jspecify.annotations.NullMarked
package io.smartt.tests.p4runtime;
