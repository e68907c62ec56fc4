/** A P4 switch in a container, for tests of controllers. */
@NullMarked
package io.smartt.testcontainers;

import org.jspecify.annotations.NullMarked;
