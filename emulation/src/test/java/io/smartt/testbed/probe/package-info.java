@NullMarked
package io.smartt.testbed.probe;

import org.jspecify.annotations.NullMarked;
