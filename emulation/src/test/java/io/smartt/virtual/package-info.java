@NullMarked
package io.smartt.virtual;

import org.jspecify.annotations.NullMarked;
