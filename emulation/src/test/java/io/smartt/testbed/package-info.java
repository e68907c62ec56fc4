@NullMarked
package io.smartt.testbed;

import org.jspecify.annotations.NullMarked;
